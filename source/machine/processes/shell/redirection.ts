import type {Routine} from '../../../kernel/routine.js';
import {FileError} from '../../../host/file-system.js';
import {open} from '../open.js';
import {TextSource, type Stream} from '../streams.js';
import type {Shell} from './shell.js';
import type {Redirect} from './syntax/tree.js';

/** A redirection that failed; the shell has printed the reason. */
export class RedirectionError extends Error {
	override name = 'RedirectionError';
}

const defaultDescriptor = (operator: Redirect['operator']): number => (operator.startsWith('<') ? 0 : 1);

/** Sets the streams of redirections. @returns the earlier ones, to restore. @throws {RedirectionError} */
export function* redirect(
	shell: Shell,
	redirects: readonly Redirect[],
): Routine<ReadonlyArray<readonly [number, Stream | undefined]>> {
	const before: Array<readonly [number, Stream | undefined]> = [];
	const put = (descriptor: number, stream: Stream | undefined): void => {
		const known = shell.task.stream(descriptor);
		known?.retain();
		before.push([descriptor, known]);
		shell.task.setStream(descriptor, stream);
	};

	try {
		for (const one of redirects) {
			yield* redirectOne(shell, one, put);
		}
	} catch (error) {
		restore(shell, before);
		throw error;
	}

	return before;
}

function* redirectOne(
	shell: Shell,
	{operator, descriptor, target}: Redirect,
	put: (descriptor: number, stream: Stream | undefined) => void,
): Routine {
	const own = descriptor ?? defaultDescriptor(operator);
	const text = yield* shell.expansion.text(target);
	switch (operator) {
		case '<<': {
			put(own, new TextSource(text));
			return;
		}

		case '<<<': {
			put(own, new TextSource(`${text}\n`));
			return;
		}

		case '>&':
		case '<&': {
			if (text === '-') {
				put(own, undefined);
			} else if (/^\d+$/.test(text)) {
				const stream = shell.task.stream(Number(text));
				if (!stream) {
					yield* shell.complain(`${text}: Bad file descriptor`);
					throw new RedirectionError();
				}

				put(own, stream);
			} else {
				const stream = yield* opened(shell, text, '>');
				put(1, stream);
				put(2, stream);
			}

			return;
		}

		case '&>':
		case '&>>': {
			const stream = yield* opened(shell, text, operator === '&>' ? '>' : '>>');
			put(1, stream);
			put(2, stream);
			return;
		}

		case '>|': {
			put(own, yield* opened(shell, text, '>'));
			return;
		}

		default: {
			put(own, yield* opened(shell, text, operator));
		}
	}
}

/** Opens a file. @throws {RedirectionError} */
function* opened(shell: Shell, path: string, mode: '<' | '>' | '>>' | '<>'): Routine<Stream> {
	try {
		return yield* open(shell.task, path, mode);
	} catch (error) {
		if (!(error instanceof FileError)) {
			throw error;
		}

		yield* shell.complain(openMessage(shell, path, mode, error));
		throw new RedirectionError();
	}
}

const openMessage = ({dialect}: Shell, path: string, mode: string, {code, description}: FileError): string => {
	if (dialect === 'bash') {
		return `${path}: ${description}`;
	}

	const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
	const creates = mode !== '<';
	const [cannot, noDirectory, noFile] =
		dialect === 'dash'
			? ['cannot', 'Directory nonexistent', 'No such file']
			: ["can't", 'nonexistent directory', 'no such file'];
	const missing = creates ? noDirectory : noFile;
	return `${cannot} ${creates ? 'create' : 'open'} ${path}: ${isMissing ? missing : description}`;
};

/** Restores the streams that redirections replaced. */
export const restore = (shell: Shell, before: ReadonlyArray<readonly [number, Stream | undefined]>): void => {
	for (const [descriptor, stream] of before.toReversed()) {
		shell.task.setStream(descriptor, stream);
		stream?.release();
	}
};

/** Runs something with its redirections. A redirection that fails is a failure of the command. */
export function* withRedirects(shell: Shell, redirects: readonly Redirect[], body: Routine): Routine {
	let before: ReadonlyArray<readonly [number, Stream | undefined]>;
	try {
		before = yield* redirect(shell, redirects);
	} catch (error) {
		if (!(error instanceof RedirectionError)) {
			throw error;
		}

		shell.status = shell.dialect === 'dash' ? 2 : 1;
		return;
	}

	try {
		yield* body;
	} finally {
		restore(shell, before);
	}
}
