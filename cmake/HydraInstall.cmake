# What `cmake --install` puts in a prefix besides the runtime's files (runtime/CMakeLists.txt): the command and a CMake
# package. Everything finds everything else relative to itself, so a prefix can be moved as a whole.
include(CMakePackageConfigHelpers)

install(TARGETS hydracc hydra-report RUNTIME DESTINATION bin)

set(HYDRA_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/hydracc)
configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/hydracc-config.cmake.in ${PROJECT_BINARY_DIR}/cmake/hydracc-config.cmake
  INSTALL_DESTINATION ${HYDRA_PACKAGE_DIR} PATH_VARS CMAKE_INSTALL_INCLUDEDIR NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/hydracc-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cmake/hydracc-config.cmake ${PROJECT_BINARY_DIR}/cmake/hydracc-config-version.cmake
        DESTINATION ${HYDRA_PACKAGE_DIR})

if(HYDRA_BUILD_TESTS)
  add_test(NAME install COMMAND sh ${PROJECT_SOURCE_DIR}/tests/install/install_test.sh ${CMAKE_COMMAND} ${PROJECT_BINARY_DIR})
  set_tests_properties(install PROPERTIES TIMEOUT 300 LABELS install)
endif()
