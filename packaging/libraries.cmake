# cantrip_library(NAME PARTS...): libNAME.so, with a version and exactly the exported symbols, and libNAME.a, which is
# one object whose hidden symbols are local: neither can clash with anything in the program that uses it.
function(cantrip_library name)
  set(objects "")
  foreach(part ${ARGN})
    list(APPEND objects $<TARGET_OBJECTS:engine_${part}>)
  endforeach()

  add_library(lib${name} SHARED ${objects})
  set(script ${CMAKE_CURRENT_SOURCE_DIR}/packaging/exports.map)
  set_target_properties(lib${name} PROPERTIES OUTPUT_NAME ${name} LINKER_LANGUAGE C LINK_DEPENDS ${script}
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
  target_link_options(lib${name} PRIVATE -Wl,--version-script=${script})
  if(NOT CANTRIP_SANITIZE AND NOT CANTRIP_FUZZ)
    target_link_options(lib${name} PRIVATE -Wl,--no-undefined)
  endif()
  target_include_directories(lib${name} INTERFACE include)

  set(archive ${CMAKE_CURRENT_BINARY_DIR}/lib${name}.a)
  set(whole ${CMAKE_CURRENT_BINARY_DIR}/${name}_whole.o)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_C_FLAGS} ${CANTRIP_WHOLE_FLAGS}")
  add_custom_command(OUTPUT ${archive}
    COMMAND ${CMAKE_C_COMPILER} ${flags} -r -nostdlib -o ${whole} ${objects}
    COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${whole}
    COMMAND ${CMAKE_COMMAND} -E rm -f ${archive}
    COMMAND ${CMAKE_AR} rcs ${archive} ${whole}
    DEPENDS ${objects} COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(lib${name}_archive ALL DEPENDS ${archive})
  add_library(lib${name}_static STATIC IMPORTED GLOBAL)
  set_target_properties(lib${name}_static PROPERTIES IMPORTED_LOCATION ${archive}
    INTERFACE_INCLUDE_DIRECTORIES ${CMAKE_CURRENT_SOURCE_DIR}/include)
  add_dependencies(lib${name}_static lib${name}_archive)
endfunction()
