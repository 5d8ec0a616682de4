// Expected results of bvh.cu: all points, boxes and edges looked at, in exact integers where that decides.
#include <algorithm>
#include <array>
#include <limits>

#include "kernels/expect/reference_grid.hpp"

namespace {

struct Float3 {
  float x, y, z;
};
struct Float2 {
  float x, y;
};
struct Box {
  float lo[3], hi[3];
};
struct Ushort3 {
  std::uint16_t x, y, z;
};
using Point = std::array<int, 3>;

Float3 to_float(const Point& p) {
  return {static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2])};
}
int squared(int v) { return v * v; }
int distance(const Point& a, const Point& b) {
  return squared(a[0] - b[0]) + squared(a[1] - b[1]) + squared(a[2] - b[2]);
}

Point random_point(check::Case& t, int limit) {
  const auto v = t.random<int>(3, -limit, limit);
  return {v[0], v[1], v[2]};
}

/// Size of the left subtree of a complete binary tree.
std::size_t left_size(std::size_t nodes) {
  std::size_t left = 0, right = 0;
  for (std::size_t k = 1; k < nodes; ++k) {  // node k hangs below node 1 or node 2
    std::size_t top = k;
    while (top > 2) top = (top - 1) / 2;
    ++(top == 1 ? left : right);
  }
  return left;
}

void build(std::vector<Point>& tree, std::size_t node, std::vector<Point> points, std::size_t axis) {
  if (points.empty()) return;
  std::sort(points.begin(), points.end(), [axis](const Point& a, const Point& b) { return a[axis] < b[axis]; });
  const auto middle = points.begin() + static_cast<std::ptrdiff_t>(left_size(points.size()));
  tree[node] = *middle;
  build(tree, 2 * node + 1, {points.begin(), middle}, (axis + 1) % 3);
  build(tree, 2 * node + 2, {middle + 1, points.end()}, (axis + 1) % 3);
}

/// The visit that the kernel describes: the node, the nearer side, then the other side if it can be nearer.
void visit(const std::vector<Point>& tree, std::size_t node, std::size_t axis, const Point& q, int& best, int& least) {
  if (node >= tree.size()) return;
  const int d = distance(tree[node], q), side = q[axis] - tree[node][axis];
  if (d < least) least = d, best = static_cast<int>(node);
  const std::size_t left = 2 * node + 1, near = side <= 0 ? left : left + 1, far = side <= 0 ? left + 1 : left;
  if (0 < least) visit(tree, near, (axis + 1) % 3, q, best, least);
  if (side * side < least) visit(tree, far, (axis + 1) % 3, q, best, least);
}

void check_nearest(check::Case& t, std::size_t size, int limit) {
  std::vector<Point> points(size), tree(size), queries(200);
  for (Point& p : points) p = random_point(t, limit);
  build(tree, 0, points, 0);
  for (Point& q : queries) q = random_point(t, limit + 10);
  std::copy_n(points.begin(), std::min<std::size_t>(20, size), queries.begin());
  std::vector<Float3> tree_in, query_in;
  std::vector<int> want, want_least, least;
  for (const Point& p : tree) tree_in.push_back(to_float(p));
  for (const Point& q : queries) {
    query_in.push_back(to_float(q));
    int nearest = std::numeric_limits<int>::max(), best = -1;
    for (const Point& p : points) nearest = std::min(nearest, distance(p, q));
    want_least.push_back(nearest);
    nearest = std::numeric_limits<int>::max();
    visit(tree, 0, 0, q, best, nearest);
    want.push_back(best);
  }
  auto out = t.out<int>(queries.size());
  t.launch("kd_nearest", check::cover(queries.size(), 128), {128}, t.in(tree_in), static_cast<int>(size),
           t.in(query_in), out, static_cast<int>(queries.size()));
  const auto got = t.get(out);
  for (std::size_t i = 0; i < got.size(); ++i) {
    const bool inside = got[i] >= 0 && got[i] < static_cast<int>(size);
    least.push_back(inside ? distance(tree[static_cast<std::size_t>(got[i])], queries[i]) : -1);
  }
  t.equal("kd_nearest, distance", least, want_least);
  t.equal("kd_nearest, index", got, want);
}

/// Where the ray enters the box, by which faces it can pass; nothing when it misses. All values are exact in double.
std::optional<double> entry(const Box& box, const double* from, const double* dir) {
  double enter = 0, leave = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    if (dir[k] == 0) {
      if (from[k] < double{box.lo[k]} || from[k] > double{box.hi[k]}) return std::nullopt;
      continue;
    }
    const double ahead = dir[k] > 0 ? box.lo[k] : box.hi[k], behind = dir[k] > 0 ? box.hi[k] : box.lo[k];
    enter = std::max(enter, (ahead - from[k]) / dir[k]);
    leave = std::min(leave, (behind - from[k]) / dir[k]);
  }
  if (enter > leave) return std::nullopt;
  return enter;
}

void check_boxes(check::Case& t, std::size_t count) {
  const std::size_t rays = 150;
  std::vector<Box> boxes(count);
  for (Box& box : boxes) {
    const Point p = random_point(t, 60);
    for (std::size_t k = 0; k < 3; ++k) {
      box.lo[k] = static_cast<float>(p[k]);
      box.hi[k] = static_cast<float>(p[k] + t.random<int>(1, 1, 20)[0]);
    }
  }
  boxes.back() = boxes[count / 3];  // entered at the same place: the first counts
  const float steps[] = {0, 0, 0.25F, -0.25F, 0.5F, -0.5F, 1, -1, 2, -2};
  std::vector<Float3> from, dir;
  std::vector<int> want;
  for (std::size_t i = 0; i < rays; ++i) {
    double o[3], d[3];
    for (int k = 0; k < 3; ++k) o[k] = t.random<int>(1, -80, 80)[0] + 0.5, d[k] = double{steps[t.rng() % 10]};
    from.push_back({static_cast<float>(o[0]), static_cast<float>(o[1]), static_cast<float>(o[2])});
    dir.push_back({static_cast<float>(d[0]), static_cast<float>(d[1]), static_cast<float>(d[2])});
    int which = -1;
    double first = 0;
    for (std::size_t b = 0; b < boxes.size(); ++b) {
      const auto at = entry(boxes[b], o, d);
      if (at && (which < 0 || *at < first)) first = *at, which = static_cast<int>(b);
    }
    want.push_back(which);
  }
  auto out = t.out<int>(rays);
  t.launch("ray_boxes", check::cover(rays, 128), {128}, t.in(boxes), static_cast<int>(boxes.size()), t.in(from),
           t.in(dir), out, static_cast<int>(rays));
  t.equal("ray_boxes", t.get(out), want);
}

void check_polygon(check::Case& t) {
  const std::vector<Point> corners{{-50, -40}, {60, -30}, {10, 0},   {70, 50}, {70, 80},
                                   {-5, 20},   {-5, 90},  {-60, 90}, {-20, 10}};
  std::vector<Float2> polygon, points;
  for (const Point& c : corners) polygon.push_back({static_cast<float>(c[0]), static_cast<float>(c[1])});
  std::vector<std::uint8_t> want;
  for (int i = 0; i < 300; ++i) {
    Point p = random_point(t, 100);
    if (i < static_cast<int>(corners.size())) p = corners[static_cast<std::size_t>(i)];
    points.push_back({static_cast<float>(p[0]), static_cast<float>(p[1])});
    unsigned crossings = 0;  // of the half line to the right with edges that hold their lower end only
    for (std::size_t a = 0; a < corners.size(); ++a) {
      Point low = corners[a], high = corners[(a + 1) % corners.size()];
      if (low[1] > high[1]) std::swap(low, high);
      if (p[1] < low[1] || p[1] >= high[1]) continue;
      crossings += (p[0] - low[0]) * (high[1] - low[1]) < (high[0] - low[0]) * (p[1] - low[1]);
    }
    want.push_back(crossings % 2);
  }
  auto inside = t.out<std::uint8_t>(points.size());
  t.launch("point_in_polygon", check::cover(points.size(), 128), {128}, t.in(polygon), static_cast<int>(polygon.size()),
           t.in(points), inside, static_cast<int>(points.size()));
  t.equal("point_in_polygon", t.get(inside), want);
}

void check_morton(check::Case& t) {
  auto p = t.random_bits<Ushort3>(300);
  p[0] = {0, 0, 0}, p[1] = {1023, 1023, 1023}, p[2] = {0xffff, 0, 0}, p[3] = {0, 0x3ff, 0xfc00};
  std::vector<std::uint32_t> want;
  for (const Ushort3& v : p) {
    std::uint32_t code = 0;
    for (unsigned k = 0; k < 10; ++k)
      code |= (v.x >> k & 1U) << 3 * k | (v.y >> k & 1U) << (3 * k + 1) | (v.z >> k & 1U) << (3 * k + 2);
    want.push_back(code);
  }
  auto out = t.out<std::uint32_t>(p.size());
  t.launch("morton_3d", check::cover(p.size(), 128), {128}, t.in(p), out, static_cast<int>(p.size()));
  t.equal("morton_3d", t.get(out), want);
}

}  // namespace

KERNEL_CHECK(bvh) {
  check_nearest(t, 300, 100);
  check_nearest(t, 127, 5);  // many ties
  check_nearest(t, 1, 3);
  check_boxes(t, 43);
  check_boxes(t, 2);
  check_polygon(t);
  check_morton(t);
}
