import {parse} from 'yaml';
import type {Routine} from '../kernel/routine.js';
import {CommandFailure} from './failure.js';
import type {Invocation} from './invocation.js';

const exclusive = [
	['edit', '--edit'],
	['recursive', '--recursive'],
	['selector', '--selector (-l)'],
	['output', '--output'],
] as const;

/**
`--raw` of create, replace and delete: the user's own bytes to the user's own URL, and the answer unchanged.

@throws {CommandFailure} for flags that cannot be combined with it.
@mirrors kubectl/pkg/rawhttp
*/
export function* sendRaw(invocation: Invocation, method: 'POST' | 'PUT' | 'DELETE'): Routine {
	const {flags, environment} = invocation;
	const files = flags.list('filename');
	const needed = method !== 'DELETE';
	if (needed ? files.length !== 1 : files.length > 1) {
		throw new CommandFailure('--raw can only use a single local file or stdin');
	}

	const [file] = files;
	if (file && /^https?:\/\//.test(file)) {
		throw new CommandFailure('--raw cannot read from a url');
	}

	const other = exclusive.find(([flag]) =>
		flag === 'edit' || flag === 'recursive' ? flags.on(flag) : flags.text(flag),
	);
	if (other) {
		throw new CommandFailure(`--raw and ${other[1]} are mutually exclusive`);
	}

	const target = flags.text('raw');
	checkTarget(target);

	const ofFile = file === undefined ? '' : environment.files[file];
	const text = file === '-' ? (environment.stdin ?? '') : ofFile;
	if (text === undefined) {
		throw new CommandFailure(`open ${file}: no such file or directory`);
	}

	const body: unknown = text === '' ? undefined : parse(text);
	const [path = '', search = ''] = target.split('?');
	const response = yield* invocation.request(method, path, {
		query: Object.fromEntries(new URLSearchParams(search)),
		...(text === '' ? {} : {body, headers: {'content-type': 'application/json'}}),
	});
	invocation.out(typeof response.body === 'string' ? response.body : `${JSON.stringify(response.body)}\n`);
}

/** @throws {CommandFailure} for an invalid path of a URL. */
const checkTarget = (target: string): void => {
	if (!target.startsWith('/')) {
		throw new CommandFailure(
			`--raw must be a valid URL path: parse ${JSON.stringify(target)}: invalid URI for request`,
		);
	}
};

/**
`kubectl get --raw`: the answer unchanged.

@throws {CommandFailure} for words and flags that cannot be combined with it.
*/
export function* getRaw(invocation: Invocation): Routine {
	const {flags, words} = invocation;
	if (words.length > 0) {
		throw new CommandFailure('arguments may not be passed when --raw is specified');
	}

	if (flags.on('watch') || flags.on('watch-only') || flags.text('selector')) {
		throw new CommandFailure(
			'--raw may not be specified with other flags that filter the server request or alter the output',
		);
	}

	if (flags.text('output')) {
		throw new CommandFailure('--raw and --output are mutually exclusive');
	}

	const target = flags.text('raw');
	checkTarget(target);
	const [path = '', search = ''] = target.split('?');
	const response = yield* invocation.request('GET', path, {query: Object.fromEntries(new URLSearchParams(search))});
	invocation.out(typeof response.body === 'string' ? response.body : `${JSON.stringify(response.body)}\n`);
}
