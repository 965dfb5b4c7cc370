import type {KubeletFacts} from '../facts/kubelet.js';
import type {Sentences} from '../language.js';

/** Stops in kubelet, in English. */
export const kubeletSentences: Sentences<KubeletFacts> = {};
