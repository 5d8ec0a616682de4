// What handles of textures, surfaces and samplers in a function of PTX are handles of: where instructions have them, which
// object makes them, and what functions of a module are given by those who call them.
//
// A handle is made by moving an object's name into a register, comes in a parameter that says so (.ptr .texref) or is
// given by callers. Below, an object is a number of ImageObjects.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nvptx/mir/ir.hpp"
#include "nvptx/views/editor.hpp"

namespace lathe::nvptx {

/// One object, or one that is not known by name: a handle that a kernel is given.
struct ImageObject {
  mir::Type kind = mir::Type::none;  ///< texref, surfref or samplerref
  mir::NameId name = mir::none;  ///< a variable of the module or a parameter of the function; none: no name is known
  bool parameter = false;        ///< the name is that of a parameter of the function that the number is used in
  auto operator<=>(const ImageObject&) const = default;
};
class ImageObjects {
 public:
  std::uint32_t add(const ImageObject& object);
  const ImageObject& operator[](std::uint32_t n) const { return all_[n]; }

 private:
  std::vector<ImageObject> all_;
  std::map<ImageObject, std::uint32_t> numbers_;
};

/// The slots of an instruction that have handles, or names in their place.
struct ImageSlot {
  std::uint32_t slot = 0;
  mir::Type wanted = mir::Type::none;  ///< what the instruction works on; none: any (istypep)
  bool sampler_too = false;            ///< a sampler may stand there as well (txq of what samplers have)
};
std::vector<ImageSlot> image_slots(const mir::OpDesc& desc, std::span<const mir::Operand> slots);

/// What functions get as handles from all who call them in the module, as far as it is known: functions that nobody outside
/// can call and whose address goes nowhere.
class ImageArguments {
 public:
  /// Reads the module as it is now; changing it in ways that keep what it does keeps the answers right. O(size * how deep
  /// handles are handed on).
  void read(mir::Module& module);
  /// What the parameter (counted from 0) has, objects of any caller; null: it may be anything. Names of parameters are
  /// not among them: they are kept as objects without a name.
  const std::vector<ImageObject>* of(std::string_view function, std::size_t parameter) const;

 private:
  struct Given {
    std::set<ImageObject> objects;
    bool anything = false;
  };
  bool look(mir::Module& module, mir::Function& function);
  std::map<std::string, std::vector<Given>, std::less<>> given_;
  std::map<std::string, std::vector<std::optional<std::vector<ImageObject>>>, std::less<>> known_;
};

/// What passes::Origins asks: objects of handles in one function.
class ImageOrigins {
 public:
  /// `arguments` may be null. All outlive it.
  ImageOrigins(const MirCode& code, ImageObjects& objects, const ImageArguments* arguments)
      : code_(code), objects_(objects), arguments_(arguments) {}

  template <class Own, class From>
  bool origins(MirId i, mir::Reg, Own&& own, From&& from) const {
    std::vector<std::uint32_t> mine;
    std::vector<mir::Reg> others;
    if (!read(i, mine, others)) return false;
    for (const std::uint32_t o : mine) own(o);
    for (const mir::Reg r : others) from(r);
    return true;
  }
  /// The object that a name stands for; nothing: it is none.
  std::optional<std::uint32_t> named(mir::NameId name) const;

 private:
  bool read(MirId i, std::vector<std::uint32_t>& own, std::vector<mir::Reg>& from) const;
  bool parameter(mir::NameId name, std::vector<std::uint32_t>& own) const;

  const MirCode& code_;
  ImageObjects& objects_;
  const ImageArguments* arguments_;
};

}  // namespace lathe::nvptx
