// Expected results of ray_tracer: the scene in double, quadratic equations for the spheres. Where a shift by a little
// of a pixel changes the picture (silhouettes, edges of shadows and of the floor's squares) all that it gives is right.
#include <array>

#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

using Vec = std::array<double, 3>;

struct Sphere {
  float center[3], radius, color[3], mirror;
};
static_assert(sizeof(Sphere) == 32);

double dot(const Vec& a, const Vec& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vec along(const Vec& from, const Vec& direction, double t) {
  return {from[0] + direction[0] * t, from[1] + direction[1] * t, from[2] + direction[2] * t};
}
Vec unit(const Vec& a) {
  const double length = std::sqrt(dot(a, a));
  return {a[0] / length, a[1] / length, a[2] / length};
}

constexpr int sky = -2, ground = -1;

class Scene {
 public:
  explicit Scene(std::vector<Sphere> spheres) : spheres_(std::move(spheres)) {}

  /// Levels 0 to 255 of the channels at a place of the picture.
  Vec look(double x, double y, double w, double h) const {
    Vec from{0, 1.2, -4}, direction = unit({(x - w / 2) / h, (h / 2 - y) / h, 1}), sum{};
    const Vec light = unit({-0.6, 1, -0.5});
    double weight = 1;
    for (int bounce = 0; bounce < 4 && weight > 0.01; ++bounce) {
      double distance = 0;
      const int id = trace(from, direction, distance);
      if (id == sky) {
        const double s = (direction[1] + 1) / 2;
        sum = along(sum, {1 - 0.5 * s, 1 - 0.3 * s, 1}, weight);
        break;
      }
      const Vec p = along(from, direction, distance);
      Vec normal{0, 1, 0}, color{0.2, 0.25, 0.3};
      double mirror = 0.1;
      if (id == ground) {
        if ((static_cast<long long>(std::floor(p[0])) + static_cast<long long>(std::floor(p[2]))) % 2 != 0)
          color = {0.9, 0.9, 0.9};
      } else {
        const Sphere& s = spheres_[static_cast<std::size_t>(id)];
        normal = unit(along(p, center(s), -1));
        color = {s.color[0], s.color[1], s.color[2]};
        mirror = s.mirror;
      }
      from = along(p, normal, 2e-3);
      double shade = std::max(0.0, dot(normal, light)), unused = 0;
      if (trace(from, light, unused) >= 0) shade = 0;
      sum = along(sum, color, weight * (1 - mirror) * (0.15 + 0.85 * shade));
      weight *= mirror;
      direction = along(direction, normal, -2 * dot(direction, normal));
    }
    for (double& c : sum) c = 255 * std::clamp(c, 0.0, 1.0);
    return sum;
  }
  const std::vector<Sphere>& spheres() const { return spheres_; }

 private:
  static Vec center(const Sphere& s) { return {s.center[0], s.center[1], s.center[2]}; }
  int trace(const Vec& from, const Vec& direction, double& distance) const {
    int id = sky;
    distance = 1e30;
    if (direction[1] < -1e-4) distance = -from[1] / direction[1], id = ground;
    for (std::size_t i = 0; i < spheres_.size(); ++i) {  // |from + t direction - center| = radius
      const Vec d = along(from, center(spheres_[i]), -1);
      const double half = dot(d, direction), rest = dot(d, d) - std::pow(double{spheres_[i].radius}, 2);
      if (half * half < rest) continue;
      const double t = -half - std::sqrt(half * half - rest);
      if (t > 1e-3 && t < distance) distance = t, id = static_cast<int>(i);
    }
    return id;
  }
  std::vector<Sphere> spheres_;
};

void render(check::Case& t, const Scene& scene, std::uint32_t w, std::uint32_t h) {
  const auto pixels = t.out<std::uint32_t>(std::size_t{w} * h);
  t.launch("render", {covering(w, 16), covering(h, 8)}, {16, 8}, pixels, static_cast<int>(w), static_cast<int>(h),
           t.in(scene.spheres()), static_cast<int>(scene.spheres().size()));
  const auto got = t.get(pixels);
  const double shift = 0.02;
  std::size_t wrong = 0, clear = 0;
  for (std::uint32_t i = 0; i < w * h; ++i) {
    Vec low{255, 255, 255}, high{};
    for (const auto& [dx, dy] :
         {std::pair{0.0, 0.0}, {shift, shift}, {-shift, shift}, {shift, -shift}, {-shift, -shift}}) {
      const Vec c = scene.look(i % w + dx, i / w + dy, w, h);
      for (std::size_t k = 0; k < 3; ++k) low[k] = std::min(low[k], c[k]), high[k] = std::max(high[k], c[k]);
    }
    bool fine = got[i] >> 24 == 0xff;
    for (std::size_t k = 0; k < 3; ++k) {
      const double level = got[i] >> (8 * k) & 0xff;
      fine &= level >= low[k] - 2 && level <= high[k] + 2;
    }
    if (!fine) ++wrong;
    if (high[0] - low[0] < 3) ++clear;
  }
  // Squares near the horizon are smaller than the shift.
  t.require(wrong <= w * h / 300, "render: " + std::to_string(wrong) + " pixels wrong");
  t.require(clear > w * h * 3 / 4, "render: the check is blunt: " + std::to_string(clear) + " pixels are clear");
}

}  // namespace

KERNEL_CHECK(ray_tracer) {
  const Scene scene({{{1.2F, 0.7F, -0.4F}, 0.7F, {0.1F, 0.3F, 0.9F}, 0.6F},
                     {{0.1F, 0.4F, -1.5F}, 0.4F, {0.2F, 0.8F, 0.3F}, 0},
                     {{0.5F, 2.6F, 2}, 0.9F, {0.95F, 0.9F, 0.7F}, 0.95F},
                     {{-0.5F, 0.3F, -2.2F}, 0.25F, {0.8F, 0.1F, 0.8F}, 0.2F},
                     {{-1.1F, 1, 0.5F}, 1, {0.9F, 0.2F, 0.1F}, 0.3F}});
  render(t, scene, 100, 60);
  render(t, scene, 33, 41);
  render(t, Scene({{{0.2F, 1, -1}, 1, {0.9F, 0.5F, 0.1F}, 0.5F}}), 51, 37);
  render(t, Scene({}), 20, 9);
}
