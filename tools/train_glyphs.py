"""Train the network that reads glyphs and write its weights: `python tools/train_glyphs.py [--samples N] [--epochs N]`.

Two convolutions and two full layers, 28 thousand weights of one byte: web/reading/weights.js. Needs numpy 2.4.6, Pillow
13.0.0 and the fonts of tools/material/fonts.py. Prints the accuracy on fonts that were not used in training. The same
seed gives the same weights on the same machine. Takes about ten minutes on one core.
"""

from __future__ import annotations

import argparse
import base64
from pathlib import Path

import numpy as np

from material.fonts import HELD_OUT, TRAINING, fonts
from material.samples import CLASSES, HEIGHT, WIDTH, samples

OUT = Path(__file__).resolve().parent.parent / "web" / "reading" / "weights.js"
FIRST, SECOND, HIDDEN = 8, 20, 64
FLAT = HEIGHT // 4 * (WIDTH // 4) * SECOND
Layers = list[np.ndarray]


def columns(x: np.ndarray) -> np.ndarray:
    """Return the nine neighbours of each point of n x h x w x c: n x h x w x 9c, zeros beyond the border."""
    n, h, w, c = x.shape
    padded = np.zeros((n, h + 2, w + 2, c), np.float32)
    padded[:, 1:-1, 1:-1] = x
    return np.concatenate([padded[:, i : i + h, j : j + w] for i in range(3) for j in range(3)], 3)


def spread(g: np.ndarray, c: int) -> np.ndarray:
    """Return the gradient of `columns`."""
    n, h, w, _ = g.shape
    padded = np.zeros((n, h + 2, w + 2, c), np.float32)
    for k in range(9):
        padded[:, k // 3 : k // 3 + h, k % 3 : k % 3 + w] += g[..., k * c : k * c + c]
    return padded[:, 1:-1, 1:-1]


def pooled(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the largest of each two by two points, and its position among them."""
    n, h, w, c = x.shape
    four = x.reshape(n, h // 2, 2, w // 2, 2, c).transpose(0, 1, 3, 5, 2, 4).reshape(n, h // 2, w // 2, c, 4)
    which = four.argmax(-1)
    return np.take_along_axis(four, which[..., None], -1)[..., 0], which


def unpooled(g: np.ndarray, which: np.ndarray) -> np.ndarray:
    """Return the gradient of `pooled`."""
    n, h, w, c = g.shape
    four = np.zeros((n, h, w, c, 4), np.float32)
    np.put_along_axis(four, which[..., None], g[..., None], -1)
    return four.reshape(n, h, w, c, 2, 2).transpose(0, 1, 4, 2, 5, 3).reshape(n, 2 * h, 2 * w, c)


def beginning(dice: np.random.Generator) -> Layers:
    """Return random weights: those of each layer, followed by its biases."""
    shapes = [(9, FIRST), (9 * FIRST, SECOND), (FLAT, HIDDEN), (HIDDEN, len(CLASSES))]
    layers: Layers = []
    for shape in shapes:
        layers += [dice.normal(0, (2 / shape[0]) ** 0.5, shape).astype(np.float32), np.zeros(shape[1], np.float32)]
    return layers


def forward(p: Layers, x: np.ndarray) -> tuple[np.ndarray, tuple]:
    """Return the scores of pictures n x HEIGHT x WIDTH, and what the gradient needs."""
    c1 = columns(x[..., None])
    a1 = np.maximum(c1 @ p[0] + p[1], 0)
    b1, w1 = pooled(a1)
    c2 = columns(b1)
    a2 = np.maximum(c2 @ p[2] + p[3], 0)
    b2, w2 = pooled(a2)
    flat = b2.reshape(len(x), -1)
    h = np.maximum(flat @ p[4] + p[5], 0)
    return h @ p[6] + p[7], (c1, a1, w1, c2, a2, w2, flat, h)


def gradient(p: Layers, kept: tuple, g: np.ndarray) -> Layers:
    """Return the gradient of all weights from the gradient of the scores."""
    c1, a1, w1, c2, a2, w2, flat, h = kept
    gh = (g @ p[6].T) * (h > 0)
    g2 = unpooled((gh @ p[4].T).reshape(-1, HEIGHT // 4, WIDTH // 4, SECOND), w2) * (a2 > 0)
    g1 = unpooled(spread(g2 @ p[2].T, FIRST), w1) * (a1 > 0)
    flat1, flat2 = g1.reshape(-1, FIRST), g2.reshape(-1, SECOND)
    first = [c1.reshape(-1, 9).T @ flat1, flat1.sum(0), c2.reshape(-1, 9 * FIRST).T @ flat2, flat2.sum(0)]
    return [*first, flat.T @ gh, gh.sum(0), h.T @ g, g.sum(0)]


def trained(x: np.ndarray, y: np.ndarray, epochs: int, dice: np.random.Generator) -> Layers:
    """Return the weights after `epochs` passes of Adam over the samples."""
    p = beginning(dice)
    mean, square, t = [np.zeros_like(a) for a in p], [np.zeros_like(a) for a in p], 0
    for epoch in range(epochs):
        rate, order = 2.5e-3 * 0.8**epoch, dice.permutation(len(x))
        for start in range(0, len(x), 128):
            some = order[start : start + 128]
            z, kept = forward(p, x[some] + dice.normal(0, 0.04, x[some].shape).astype(np.float32))
            g = np.exp(z - z.max(1, keepdims=True))
            g /= g.sum(1, keepdims=True)
            g[np.arange(len(some)), y[some]] -= 1
            t += 1
            for i, d in enumerate(gradient(p, kept, g / len(some))):
                mean[i] = 0.9 * mean[i] + 0.1 * d
                square[i] = 0.999 * square[i] + 0.001 * d * d
                p[i] -= rate * (mean[i] / (1 - 0.9**t)) / (np.sqrt(square[i] / (1 - 0.999**t)) + 1e-8)
        print(f"epoch {epoch + 1}: {accuracy(p, x[:4000], y[:4000]):.4f} of the training", flush=True)
    return p


def accuracy(p: Layers, x: np.ndarray, y: np.ndarray) -> float:
    """Return the share of pictures whose class is found."""
    return float(np.mean(np.concatenate([forward(p, x[i : i + 500])[0] for i in range(0, len(x), 500)]).argmax(1) == y))


def written(p: Layers) -> tuple[str, Layers]:
    """Return the module with the weights as bytes, and the weights as decoded from those bytes."""
    scales = [float(f"{max(float(np.abs(a).max()), 1e-6) / 127:.6g}") for a in p]
    bytes_ = [np.round(a / s).clip(-127, 127).astype(np.int8) for a, s in zip(p, scales)]
    data = base64.b64encode(b"".join(a.tobytes() for a in bytes_)).decode()
    module = (
        "/** The weights of the network that reads glyphs; tools/train_glyphs.py writes this file. */\n\n"
        f'export const CLASSES = "{CLASSES}";\n'
        f"export const SHAPE = {{ height: {HEIGHT}, width: {WIDTH}, first: {FIRST}, second: {SECOND}, hidden: {HIDDEN} }};\n"
        f"export const SCALES = [{', '.join(map(str, scales))}];\n"
        f'export const BYTES =\n  "{data}";\n'
    )
    return module, [(a * s).astype(np.float32) for a, s in zip(bytes_, scales)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=120_000)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--out", type=Path, default=OUT)
    wish = parser.parse_args()
    x, y = samples(wish.samples, fonts(TRAINING), 1)
    print("samples are drawn", flush=True)
    module, rounded = written(trained(x, y, wish.epochs, np.random.default_rng(0)))
    wish.out.write_text(module)
    unseen, truth = samples(8000, fonts(HELD_OUT), 2)
    print(f"{accuracy(rounded, unseen, truth):.4f} of glyphs in fonts never seen")
    found = forward(rounded, unseen)[0].argmax(1)
    for c, name in enumerate(CLASSES):
        wrong = [CLASSES[k] for k in found[(truth == c) & (found != c)]]
        print(name, f"{1 - len(wrong) / max(1, int((truth == c).sum())):.3f}", "".join(sorted(wrong)))


if __name__ == "__main__":
    main()
