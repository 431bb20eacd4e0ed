#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// Every limit on what comes from outside or goes there; lengths are in bytes.
namespace mpart::wire {

inline constexpr std::size_t kLongestLabel = 200;
inline constexpr std::size_t kLongestId = 200;              // of a sample
inline constexpr std::size_t kLongestKey = 1024;            // of a Kafka message
inline constexpr std::size_t kLongestClient = 100;          // the name of a browser tab
inline constexpr std::size_t kLongestPicture = 24 << 20;    // as a data URL: a photo of 18 MB
inline constexpr std::size_t kLongestText = 64 << 10;       // shown to a person
inline constexpr std::size_t kLongestSampleText = 1 << 20;  // to learn from
inline constexpr std::size_t kLongestLink = 2000;

// JSON. nlohmann takes up to 100 bytes a value, simdjson and the samples made of it 40: the largest
// text of each kind takes 7, 26 and 40 MB.
inline constexpr std::size_t kDeepestJson = 64;          // objects and arrays inside each other
inline constexpr std::size_t kMostJson = 1 << 16;        // values in a text
inline constexpr std::size_t kMostTaskJson = 1 << 18;    // in one of Label Studio's
inline constexpr std::size_t kMostSampleJson = 1 << 20;  // in one of samples
inline constexpr std::size_t kLongestNumber = 1024;      // a double written out in full has 770

inline constexpr double kLargestValue =
    1e100;  // of a sample, with either sign: scales hold no more

inline constexpr std::size_t kMostHttpSamples = 4096;  // in a request
// A worker answers a message by one message, and Kafka takes 1 MB by default: so many samples with
// the longest id and the longest label each still fit.
inline constexpr std::size_t kMostKafkaSamples = 1024;
inline constexpr std::size_t kMostKafkaValues = 4096;  // of a sample: its query repeats them

inline constexpr std::size_t kMostQueries = 100;       // on a page of GET /queries
inline constexpr std::size_t kMostAnswers = 1000;      // in POST /answers
inline constexpr std::size_t kMostProbabilities = 20;  // in a query for another program
inline constexpr std::size_t kMostClasses = 1000;      // in a query for another program
inline constexpr std::size_t kMostEmbedding = 64;      // requests that wait for the networks

// What is wrong with a label: it must have 1 to kLongestLabel bytes and no control character (C0 or
// DEL). Empty if nothing is.
std::string problem_of_label(std::string_view label);

// The same for the id of a sample, which may be empty.
std::string problem_of_id(std::string_view id);

// Throw Error(kInvalidData): "label": at most 200 bytes expected, 201 found.
// What is read again from a journal or a topic of states is not checked: it was when it came.
void check_label(std::string_view label);
void check_id(std::string_view id);

}  // namespace mpart::wire
