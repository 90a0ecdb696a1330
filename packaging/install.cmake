# cmake --install: headers, the libraries (shared and static), pkg-config, the CMake package, the command with its
# completion, and the cards: as text, and as a pack for programs that need no compiler.
include(CMakePackageConfigHelpers)
set(DATA ${CMAKE_INSTALL_DATADIR}/cantrip)

install(DIRECTORY include/cantrip DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
install(TARGETS libcantrip libcantrip_compiler LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/libcantrip.a ${CMAKE_CURRENT_BINARY_DIR}/libcantrip_compiler.a
  DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS cantrip RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY cardscripts/ DESTINATION ${DATA})
install(CODE "
  set(root \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${DATA}\")
  execute_process(COMMAND ${CMAKE_CURRENT_BINARY_DIR}/cantrip build \"\${root}/cards\" --cards \"\${root}\"
    -o \"\${root}/cards.ctp\" COMMAND_ERROR_IS_FATAL ANY)")

foreach(name cantrip cantrip_compiler)
  set(PC_NAME ${name})
  configure_file(packaging/cantrip.pc.in ${name}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

configure_package_config_file(packaging/cantripConfig.cmake.in cantripConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/cantrip
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR DATA)
write_basic_package_version_file(cantripConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/cantripConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/cantripConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/cantrip)
install(DIRECTORY bindings/python/cantrip DESTINATION ${DATA}/python FILES_MATCHING PATTERN "*.py"
  PATTERN "__pycache__" EXCLUDE)
