import type {KubeletFacts} from '../facts/kubelet.js';
import {containerSentences} from './kubelet/containers.js';
import {deviceSentences} from './kubelet/devices.js';
import {nodeSentences} from './kubelet/node.js';
import {podSentences} from './kubelet/pods.js';
import {runtimeSentences} from './kubelet/runtime.js';
import {volumeSentences} from './kubelet/volumes.js';
import type {Sentences} from '../language-table.js';

/** Stops in kubelet, in English. */
export const kubeletSentences: Sentences<KubeletFacts> = {
	...nodeSentences,
	...podSentences,
	...containerSentences,
	...deviceSentences,
	...volumeSentences,
	...runtimeSentences,
};
