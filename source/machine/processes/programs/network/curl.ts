import {headersOf, methodNamed, type Asked} from '../../apiserver.js';
import type {Task} from '../../task.js';
import {pathIn, readOptions} from '../program.js';
import {followed, headLines, partsOf, save} from './fetch.js';
import type {NetworkProgram} from './place.js';

/**
`curl`.

Long because it has many options.
*/
export const curl: NetworkProgram = function* (place, args) {
	const {task} = place;
	const options = readOptions(args, {
		flags: 'sSfkLvigIjNG0146#O',
		values: 'omwHdXuAbceEFTxrCyYDQ',
		long: {
			silent: 's',
			'show-error': 'S',
			fail: 'f',
			insecure: 'k',
			location: 'L',
			output: 'o',
			'max-time': 'm',
			'connect-timeout': 'm',
			'write-out': 'w',
			header: 'H',
			data: 'd',
			request: 'X',
			user: 'u',
			head: 'I',
			retry: 'r',
			'retry-delay': 'r',
			'retry-connrefused': 'g',
			'data-raw': 'd',
			cacert: 'Q',
			cert: 'E',
			key: 'E',
			resolve: 'x',
			'fail-with-body': 'f',
			verbose: 'v',
			include: 'i',
			'data-binary': 'd',
			'unix-socket': 'x',
			http2: 'g',
			'no-buffer': 'N',
			compressed: 'g',
		},
	});
	if ('unknown' in options) {
		yield* task.table.machine.assume(task, `curl ${options.unknown}`);
		return 0;
	}

	const {flags, values, operands} = options;
	const [url] = operands;
	if (url === undefined) {
		yield* task.error("curl: try 'curl --help' or 'curl --manual' for more information\n");
		return 2;
	}

	const {host, port} = partsOf(url);
	const timeoutMs = Number(values.get('m') ?? 300) * 1000;
	const startedAtMs = task.kernel.now;
	const tells = !flags.has('s') || flags.has('S');
	const problem = flags.has('k') ? undefined : distrust(task, values.get('Q'));
	const data = values.get('d');
	const implied = data === undefined ? 'GET' : 'POST';
	const asked: Asked = {
		method: methodNamed(values.get('X') ?? (flags.has('I') ? 'HEAD' : implied)),
		headers: headersOf(options.lists.get('H') ?? []),
		userAgent: 'curl/8.5.0',
		body: data,
	};
	const answer = yield* followed(place, url, asked, {timeoutMs, follows: flags.has('L'), trusts: !problem});
	if (answer.case === 'distrusted' || answer.case === 'plain') {
		const {code, text} = answer.case === 'distrusted' && problem ? problem : noTLS;
		yield* task.out(written(values.get('w'), 0));
		yield* tells ? task.error(`curl: (${code}) ${text}\n`) : task.error('');
		return code;
	}

	if (answer.case !== 'answered') {
		const ms = task.kernel.now - startedAtMs;
		const [code, text] = failureOf(answer.case, host, port, ms);
		yield* task.out(written(values.get('w'), 0));
		yield* tells ? task.error(`curl: (${code}) ${text}\n`) : task.error('');
		return code;
	}

	if (flags.has('f') && answer.status >= 400) {
		yield* tells ? task.error(`curl: (22) The requested URL returned error: ${answer.status}\n`) : task.error('');
		return 22;
	}

	const head = flags.has('i') || flags.has('I') ? `${headLines(answer).join('\r\n')}\r\n\r\n` : '';
	const status = yield* save(
		task,
		flags.has('O') ? url.replace(/^.*\//, '') : values.get('o'),
		head + (flags.has('I') ? '' : answer.body),
	);
	yield* task.out(written(values.get('w'), answer.status));
	return status;
};

/** The exit code and the message of a request without an answer. @param ms since its start */
const failureOf = (why: string, host: string, port: number, ms: number): readonly [code: number, text: string] => {
	switch (why) {
		case 'unresolved': {
			return [6, `Could not resolve host: ${host}`];
		}

		case 'refused': {
			return [7, `Failed to connect to ${host} port ${port} after ${ms} ms: Couldn't connect to server`];
		}

		default: {
			return [28, `${why === 'unanswered' ? 'Resolving' : 'Connection'} timed out after ${ms} milliseconds`];
		}
	}
};

/** A server without TLS has answered in HTTP. */
const noTLS = {code: 35, text: 'OpenSSL/3.0.13: error:0A00010B:SSL routines::wrong version number'};

/** The reason why curl does not trust a certificate: the cluster's own authority has signed it, or an unknown one. */
const distrust = (
	task: Task,
	authority: string | undefined,
): {readonly code: number; readonly text: string} | undefined => {
	if (authority === undefined) {
		return {
			code: 60,
			text: `SSL certificate problem: unable to get local issuer certificate
More details here: https://curl.se/docs/sslcerts.html

curl failed to verify the legitimacy of the server and therefore could not
establish a secure connection to it. To learn more about this situation and
how to fix it, please visit the web page mentioned above.`,
		};
	}

	if (task.files.stat(pathIn(task, authority))) {
		return undefined;
	}

	return {code: 77, text: `error setting certificate verify locations:  CAfile: ${authority} CApath: none`};
};

/** The text that `curl -w` adds. */
const written = (format: string | undefined, status: number): string =>
	(format ?? '')
		.replaceAll(/%\{(\w+)\}/g, (_, name: string) => {
			if (name === 'http_code' || name === 'response_code') {
				return String(status).padStart(3, '0');
			}

			if (name.startsWith('time_')) {
				return '0.001000';
			}

			return '';
		})
		.replaceAll(String.raw`\n`, '\n');
