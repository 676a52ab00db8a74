// In how many places two sentences differ, word by word, as the review counts it once they are
// saved: runs of words outside their longest common sequence.
const WORDS = /[\p{L}\p{N}\p{M}_]+|[^\p{L}\p{N}\p{M}_\s]/gu;

function placesThatDiffer(one, other) {
  const [first, second] = [one.match(WORDS) ?? [], other.match(WORDS) ?? []];
  if (!first.length || !second.length) return 0;
  const longest = commonLengths(first, second);
  if (!longest[0][0]) return 1; // nothing is shared
  let [a, b, places, differs] = [0, 0, 0, false];
  while (a < first.length || b < second.length) {
    const same = a < first.length && b < second.length && first[a] === second[b];
    if (!same && !differs) places += 1;
    differs = !same;
    if (same) [a, b] = [a + 1, b + 1];
    else if (b < second.length && (a === first.length || longest[a][b + 1] > longest[a + 1][b])) b += 1;
    else a += 1;
  }
  return places;
}

/** Length of the longest common sequence of words from each two places on. */
function commonLengths(first, second) {
  const lengths = Array.from({ length: first.length + 1 }, () => Array(second.length + 1).fill(0));
  for (let a = first.length - 1; a >= 0; a -= 1) {
    for (let b = second.length - 1; b >= 0; b -= 1) {
      lengths[a][b] =
        first[a] === second[b]
          ? lengths[a + 1][b + 1] + 1
          : Math.max(lengths[a + 1][b], lengths[a][b + 1]);
    }
  }
  return lengths;
}
