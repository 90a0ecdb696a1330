// Runs a program for WASI: node wasi.mjs PROGRAM FOLDER ARGUMENTS... The folder is the program's "/".
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";
const [program, folder, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [program, ...args], preopens: { "/": folder } });
const module = await WebAssembly.compile(await readFile(program));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
