import type {Input} from '../../cluster.js';
import type {ScreenWords} from '../words/screen-words.js';

/** An input of the user, as it is typed: `kubectl delete pod web`, `:crash kube-scheduler`, `:traffic web:80 100ms`. */
export const inputWords = (input: Input, words: ScreenWords['lists']['futures']): string => {
	if ('kubectl' in input) {
		return `kubectl ${input.kubectl}`;
	}

	if ('edited' in input) {
		return words.editorClosed(input.edited);
	}

	if ('interrupt' in input) {
		return `:interrupt kubectl ${input.interrupt}`;
	}

	if ('fault' in input) {
		return `:${input.fault}`;
	}

	if ('traffic' in input) {
		return `:traffic ${input.traffic.target} ${input.traffic.everyMs}ms`;
	}

	return words.clientRequest;
};
