/** What can be said with one press, in words. */

export const PHRASES: Record<string, string> = {
  hello: "Hello!",
  good_luck: "Good luck!",
  thanks: "Thanks!",
  well_played: "Well played!",
  oops: "Oops!",
  one_moment: "One moment, please.",
  thinking: "I am thinking.",
  your_turn: "It is your turn.",
  sorry: "Sorry!",
  good_game: "Good game!",
};
