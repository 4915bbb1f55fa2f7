# Writes OUTPUT, a C++ file with the text of SCRIPTS and STYLE (lists of files) in it.
cmake_minimum_required(VERSION 3.20)
foreach(kind STYLE SCRIPTS)
  set(text "")
  foreach(file ${${kind}})
    file(READ "${file}" one)
    if(kind STREQUAL "SCRIPTS") # of its own scope but for what it declares; comments are for who reads the files
      string(REGEX REPLACE "(^|\n)[ ]*//[^\n]*" "" one "${one}")
      string(REPLACE "\"use strict\"\;" "" one "${one}")
    endif()
    string(APPEND text "${one}")
  endforeach()
  set(${kind}_TEXT "${text}")
endforeach()
file(WRITE "${OUTPUT}" "#include \"driver/page/web.h\"\n\nnamespace hydra::driver {\n
const char* const page_style = R\"page(${STYLE_TEXT})page\";
const char* const page_script = R\"page(\"use strict\";\n${SCRIPTS_TEXT})page\";\n
} // namespace hydra::driver\n")
