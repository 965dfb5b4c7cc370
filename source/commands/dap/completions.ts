import type {DebugProtocol} from '@vscode/debugprotocol';
import {faultVerbs} from '../../scenario/faults/parse-fault.js';
import {faultCompletions} from '../../screen/actions/fault-words.js';
import {kubectlCompletions} from '../kubectl-completions.js';
import type {Arguments} from './arguments.js';
import {consoleWords} from './console-words.js';
import type {Debugging} from './debugging.js';

/** The first words of an expression in CEL. */
const roots = ['facts', 'object', 'old', 'request', 'stop', 'step', 'time'];

/** The candidates for the last word of a line. */
const candidates = ({recording, cursor, family, debuggee}: Debugging, line: string): readonly string[] => {
	const [first = '', ...rest] = line.trimStart().split(/\s+/);
	if (rest.length === 0) {
		return ['kubectl', ...roots, ...consoleWords.map((word) => `:${word}`)];
	}

	if (first === 'kubectl') {
		return kubectlCompletions(rest, recording, cursor, Object.keys(debuggee.applied?.manifests.files ?? {}));
	}

	const word = first.replace(/^:/, '');
	if (first === word) {
		return [];
	}

	if (word === 'future' || word === 'compare') {
		return family.names;
	}

	if (word === 'fault') {
		return faultCompletions(recording, rest.join(' '));
	}

	if (faultVerbs.includes(word)) {
		return faultCompletions(recording, [word, ...rest].join(' '));
	}

	return [];
};

/** The completions of the word before a column of the console. @param given `text`, and `column` from 1 on */
export const completionsOf = (debugging: Debugging, given: Arguments): DebugProtocol.CompletionsResponse['body'] => {
	const line = (given.text('text') ?? '').slice(0, Math.max(0, (given.number('column') ?? 1) - 1));
	const last = /\S*$/.exec(line)?.[0] ?? '';
	const found = [...new Set(candidates(debugging, line))].filter((word) => word.startsWith(last) && word !== last);
	return {
		targets: found.sort().map((label) => ({
			label,
			start: line.length - last.length,
			length: last.length,
			type: label.startsWith(':') || label === 'kubectl' ? 'keyword' : 'text',
		})),
	};
};
