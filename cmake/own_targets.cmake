# Compiles every target of this project, in FOLDER and below, with the project's own flags.
# The flags belong to the targets: a project that adds this one by add_subdirectory gets none of them.
function(set_own_flags folder)
  # -fno-semantic-interposition: nobody replaces a function of the shared objects, so it may be inlined.
  set(compile_options -fno-semantic-interposition -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
  set(link_options "")
  if(MPART_SANITIZE)
    list(APPEND compile_options
      -fsanitize=${MPART_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
    list(APPEND link_options -fsanitize=${MPART_SANITIZE})
  endif()
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    get_target_property(type ${target} TYPE)
    if(type MATCHES "^(EXECUTABLE|(STATIC|SHARED|MODULE|OBJECT)_LIBRARY)$")
      # BEFORE: the options of a target, such as -O1, have the last word.
      target_compile_options(${target} BEFORE PRIVATE ${compile_options})
      target_link_options(${target} BEFORE PRIVATE ${link_options})
      target_compile_features(${target} PRIVATE cxx_std_20)
      set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(below ${folders})
    set_own_flags(${below})
  endforeach()
endfunction()
