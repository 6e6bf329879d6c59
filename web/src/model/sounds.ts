/** Soft sounds, made and not recorded: notes, and the noise that paper makes. */

import type { FullScene } from "./scene";
import type { Zone } from "./types";

export type Sound = "deal" | "card" | "trick" | "turn" | "won";

/** A note at a pitch, or a noise around one: when it begins, how long it lasts, in seconds, and how loud it is. */
interface Tone {
  at: number;
  pitch: number;
  long: number;
  loud: number;
  noise?: boolean;
}

const paper = (at: number, pitch = 2600): Tone => ({ at, pitch, long: 0.07, loud: 0.16, noise: true });
const note = (at: number, pitch: number, long = 0.5): Tone => ({ at, pitch, long, loud: 0.06 });

const TONES: Record<Sound, readonly Tone[]> = {
  deal: [0, 0.08, 0.16, 0.24, 0.32].map((at, step) => paper(at, 2300 + 150 * step)),
  card: [paper(0), { at: 0.02, pitch: 150, long: 0.09, loud: 0.1 }],
  trick: [paper(0, 1500), paper(0.06, 1100), { at: 0.05, pitch: 110, long: 0.16, loud: 0.1 }],
  turn: [note(0, 523.25), note(0.13, 659.25)],
  won: [note(0, 523.25), note(0.12, 659.25), note(0.24, 783.99), note(0.36, 1046.5, 0.9)],
};

let audio: AudioContext | null = null;
let rustle: AudioBuffer | null = null;

/** Browsers allow sound only after the first click, so failure is silence. */
export function play(sound: Sound): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  try {
    audio ??= new AudioContext();
    for (const tone of TONES[sound]) sing(audio, tone);
  } catch {
    audio = null;
  }
}

function sing(on: AudioContext, { at, pitch, long, loud, noise }: Tone): void {
  const start = on.currentTime + at;
  const volume = on.createGain();
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud, start + Math.min(0.02, long / 4));
  volume.gain.exponentialRampToValueAtTime(0.0001, start + long);
  const source = noise ? rustling(on, pitch, volume) : humming(on, pitch, volume);
  volume.connect(on.destination);
  source.start(start);
  source.stop(start + long + 0.05);
}

function humming(on: AudioContext, pitch: number, into: AudioNode): AudioScheduledSourceNode {
  const tone = on.createOscillator();
  tone.frequency.value = pitch;
  tone.connect(into);
  return tone;
}

function rustling(on: AudioContext, pitch: number, into: AudioNode): AudioScheduledSourceNode {
  const source = on.createBufferSource();
  source.buffer = rustle ??= someNoise(on);
  const band = on.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  source.connect(band).connect(into);
  return source;
}

function someNoise(on: AudioContext): AudioBuffer {
  const buffer = on.createBuffer(1, on.sampleRate / 4, on.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return buffer;
}

const DEALT = 5; // pieces that come at once

/** What is heard when one scene follows another: cards that come, one that is laid, a trick that is taken. */
export function soundOf(before: FullScene, after: FullScene): Sound | null {
  if (!before.zones.length) return null;
  const were = placesIn(before);
  const are = placesIn(after);
  const come = [...are.keys()].filter((id) => !were.has(id)).length;
  if (come >= DEALT) return "deal";
  const isTaken = before.zones.some((zone) => isTrick(zone) && sizeOf(zone) > 1 && !sizeOf(sameIn(after, zone)));
  if (isTaken) return "trick";
  return [...are].some(([id, zone]) => were.get(id) !== zone) ? "card" : null;
}

function placesIn(scene: FullScene): Map<string, string> {
  return new Map(scene.zones.flatMap((zone) => (zone.pieces ?? []).map((piece) => [piece.id, zone.id] as const)));
}

function isTrick(zone: Zone): boolean {
  return zone.role === "trick";
}

function sameIn(scene: FullScene, { id }: Zone): Zone | undefined {
  return scene.zones.find((zone) => zone.id === id);
}

function sizeOf(zone: Zone | undefined): number {
  return zone?.pieces?.length ?? 0;
}
