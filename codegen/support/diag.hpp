// Errors on their way to the user: what is wrong, where, what to do. Rooms report here and go on or give up;
// the driver prints them ("lathe: error: FILE:LINE: in function 'f': ...") and exits with 1.
#pragma once

#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace lathe::codegen {

/// One error, warning or note.
struct Message {
  /// How grave it is.
  enum class Level { error, warning, note } level = Level::error;  ///< only an error makes Diag fail
  std::string file;                                                ///< may be empty
  unsigned line = 0;                                               ///< 0 = unknown
  std::string function;                                            ///< may be empty
  std::string text;                                                ///< one line, no final full stop
  unsigned column = 0;                                             ///< 0 = unknown
};

/// Collects messages. Safe to use from several threads; `sorted` gives them in an order that does not depend on
/// threads.
class Diag {
 public:
  /// By function.
  void error(std::string function, std::string text) {
    add({Message::Level::error, {}, 0, std::move(function), std::move(text), 0});
  }
  /// By place in a file.
  void error_at(std::string file, unsigned line, std::string text) {
    add({Message::Level::error, std::move(file), line, {}, std::move(text), 0});
  }
  /// By function.
  void warning(std::string function, std::string text) {
    add({Message::Level::warning, {}, 0, std::move(function), std::move(text), 0});
  }
  /// In any form.
  void add(Message message) {
    const std::lock_guard lock(mutex_);
    failed_ |= message.level == Message::Level::error;
    messages_.push_back(std::move(message));
  }
  /// Was there an error?
  bool failed() const {
    const std::lock_guard lock(mutex_);
    return failed_;
  }
  /// In the order in which they came; for when all threads are done.
  const std::vector<Message>& messages() const { return messages_; }

 private:
  mutable std::mutex mutex_;
  std::vector<Message> messages_;
  bool failed_ = false;
};

}  // namespace lathe::codegen
