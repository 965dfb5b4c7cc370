import {joinHostPort} from '../../../../objects/host-port.js';
import {headersOf, methodNamed, type Asked} from '../../apiserver.js';
import {complain, readOptions} from '../program.js';
import {statusText} from '../../../answer-head.js';
import {followed, headLines, partsOf, save} from './fetch.js';
import type {NetworkProgram} from './place.js';

/**
`wget`: GNU's, or the one of busybox.

Long because its messages are those of two programs.
*/
export const wget: NetworkProgram = function* (place, args) {
	const {task} = place;
	const options = readOptions(args, {
		flags: 'qScnNbxvr',
		values: 'OPTtUYHDMw',
		long: {
			quiet: 'q',
			'output-document': 'O',
			timeout: 'T',
			tries: 't',
			spider: 's',
			'no-check-certificate': 'k',
			header: 'H',
			'post-data': 'D',
			'no-verbose': 'nv',
			'server-response': 'S',
			method: 'M',
			'body-data': 'D',
			waitretry: 'w',
			'retry-connrefused': 'retry',
			'read-timeout': 'T',
		},
	});
	if ('unknown' in options) {
		yield* task.table.machine.assume(task, `wget ${options.unknown}`);
		return 0;
	}

	const {flags, values, operands} = options;
	const [url] = operands.filter((word) => !['--spider'].includes(word));
	if (url === undefined) {
		yield* complain(task, 'missing URL');
		return 1;
	}

	const {host, port, path} = partsOf(url);
	const timeoutMs = Number(values.get('T') ?? 900) * 1000;
	const quiet = flags.has('q') && !task.isBusybox;
	const tells = !flags.has('q') && task.isBusybox;
	const isOld = place.container.image.known?.isOldBusybox ?? false;
	const data = values.get('D');
	const asked: Asked = {
		method: methodNamed(values.get('M') ?? (data === undefined ? 'GET' : 'POST')),
		headers: headersOf(options.lists.get('H') ?? []),
		userAgent: 'Wget',
		body: data,
	};
	const answer = yield* followed(place, url, asked, {
		timeoutMs,
		follows: true,
		trusts: task.isBusybox || flags.has('k'),
	});
	if (tells && answer.ip !== undefined) {
		yield* task.error(`Connecting to ${host}${port === 80 ? '' : `:${port}`} (${joinHostPort(answer.ip, port)})\n`);
	}

	if (answer.case === 'distrusted' || answer.case === 'plain') {
		yield* quiet ? task.error('') : task.error(task.isBusybox ? busyboxNoTLS : securityProblem(answer.case, host));
		if (task.isBusybox) {
			return 1;
		}

		if (answer.case === 'distrusted') {
			return 5;
		}

		return 4;
	}

	if (answer.case !== 'answered') {
		const [ofBusybox, ofGnu] = failureOf(answer, host, port);
		yield* quiet ? task.error('') : complain(task, task.isBusybox ? ofBusybox : ofGnu);
		return task.isBusybox ? 1 : 4;
	}

	if (flags.has('S')) {
		yield* task.error(
			headLines(answer)
				.map((line) => `  ${line}\n`)
				.join(''),
		);
	}

	if (answer.status >= 400) {
		yield* quiet
			? task.error('')
			: complain(
					task,
					task.isBusybox
						? `server returned error: HTTP/1.1 ${answer.status} ${statusText(answer.status)}`
						: `ERROR ${answer.status}: ${statusText(answer.status)}.`,
				);
		return task.isBusybox ? 1 : 8;
	}

	const name =
		values.get('O') ?? `${values.get('P') ?? '.'}/${path.replace(/\?.*$/, '').replace(/^.*\//, '') || 'index.html'}`;
	if (flags.has('s')) {
		yield* tells && !isOld ? task.error('remote file exists\n') : task.error('');
		return 0;
	}

	if (!tells) {
		return yield* save(task, name, answer.body);
	}

	const words = isOld ? undefined : savedWords(name);
	yield* task.error(words?.before ?? '');
	const code = yield* save(task, name, answer.body);
	yield* code === 0 ? task.error(`${progress(name, answer.body)}${words?.after ?? ''}`) : task.error('');
	return code;
};

/** The messages of busybox's and GNU's wget about a request without an answer. */
const failureOf = (
	{case: why, ip}: {readonly case: string; readonly ip?: string},
	host: string,
	port: number,
): readonly [busybox: string, gnu: string] => {
	switch (why) {
		case 'unresolved': {
			return [`bad address '${host}${port === 80 ? '' : `:${port}`}'`, `unable to resolve host address '${host}'`];
		}

		case 'refused': {
			return [`can't connect to remote host (${ip}): Connection refused`, 'failed: Connection refused.'];
		}

		default: {
			return ['download timed out', 'failed: Connection timed out.'];
		}
	}
};

/** The words of busybox's wget around a download. */
const savedWords = (name: string): {readonly before: string; readonly after: string} =>
	name === '-'
		? {before: 'writing to stdout\n', after: 'written to stdout\n'}
		: {before: `saving to '${name}'\n`, after: `'${name}' saved\n`};

/** The bar of a finished download. @mirrors busybox libbb/progress.c */
const progress = (name: string, body: string): string =>
	`${name.replace(/^.*\//, '').slice(0, 20).padEnd(20)} 100% |${'*'.repeat(32)}| ${String(body.length).padStart(5)}  0:00:00 ETA\n`;

/** The message of busybox's wget, which checks no certificate, about a server without TLS. */
const busyboxNoTLS = 'wget: got bad TLS record (len:0) while expecting handshake record\n';

/** Why GNU wget aborts a TLS connection. */
const securityProblem = (why: 'distrusted' | 'plain', host: string): string =>
	why === 'plain'
		? 'GnuTLS: An unexpected TLS packet was received.\nUnable to establish SSL connection.\n'
		: `ERROR: The certificate of '${host}' is not trusted.\nERROR: The certificate of '${host}' doesn't have a known issuer.\n`;
