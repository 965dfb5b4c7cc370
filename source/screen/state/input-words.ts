import type {Input} from '../../cluster.js';
import type {ScreenWords} from '../words/screen-words.js';

/** An input of the user, as it is typed: `kubectl delete pod web`, `:crash kube-scheduler`, `:traffic web:80 100ms`. */
export const inputWords = (input: Input, words: ScreenWords['lists']['futures']): string =>
	'kubectl' in input
		? `kubectl ${input.kubectl}`
		: 'interrupt' in input
			? `:interrupt kubectl ${input.interrupt}`
			: 'fault' in input
				? `:${input.fault}`
				: 'traffic' in input
					? `:traffic ${input.traffic.target} ${input.traffic.everyMs}ms`
					: words.clientRequest;
