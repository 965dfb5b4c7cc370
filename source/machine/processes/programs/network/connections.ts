import {joinHostPort} from '../../../../objects/host-port.js';
import {isIP} from '../../../../objects/ip.js';
import type {Handler, ServerReply} from '../../../handler.js';
import {reach, resolve} from '../../network.js';
import {readAll} from '../../open.js';
import {complain, pathIn, readOptions} from '../program.js';
import {unresolvedWords, waitForSilence, type NetworkProgram} from './place.js';

/** `ping`: an address that is found answers. */
export const ping: NetworkProgram = function* (place, args) {
	const {task} = place;
	const [host = ''] = args.filter((word, index) => !word.startsWith('-') && !/^-[cWwisI]$/.test(args[index - 1] ?? ''));
	const given =
		args.find((word) => /^-c\d+$/.test(word))?.slice(2) ??
		(args.includes('-c') ? args[args.indexOf('-c') + 1] : undefined);
	const count = given === undefined ? Number.POSITIVE_INFINITY : Number(given);
	const found = yield* resolve(place, host);
	const version = [6, 4].find((one) => args.includes(`-${one}`));
	const addresses = found.case === 'found' ? found.addresses : [];
	const ip = addresses.find((address) => version === undefined || isIP(address) === version);
	if (found.case === 'silent') {
		yield* waitForSilence(task);
	}

	if (ip === undefined) {
		yield* complain(task, task.isBusybox ? `bad address '${host}'` : `${host}: ${unresolvedWords(found)}`);
		return task.isBusybox ? 1 : 2;
	}

	yield* task.out(`PING ${host} (${ip}): 56 data bytes\n`);
	for (let index = 0; index < count; index++) {
		if (index > 0) {
			task.thread.periodic ||= count === Number.POSITIVE_INFINITY;
			yield* task.wait(1000);
		}

		yield* task.out(`64 bytes from ${ip}: seq=${index} ttl=64 time=0.100 ms\n`);
	}

	yield* task.out(
		`\n--- ${host} ping statistics ---\n${count} packets transmitted, ${count} packets received, 0% packet loss\n`,
	);
	return 0;
};

/** A text as an HTTP answer; other headers are dropped. */
const replyIn = (text: string): ServerReply | undefined => {
	const [, status, body = ''] = /^HTTP\/1\.[01] (\d{3})[^\n]*\n(?:[^\n]*[^\s][^\n]*\n)*\r?\n([^]*)$/.exec(text) ?? [];
	return status === undefined ? undefined : {status: Number(status), body};
};

/** Listens, and gives its standard input to the first client: `while true; do echo "HTTP/1.1 200 OK…" | nc -l -p 8080; done` is a server. */
const listenOnce: NetworkProgram = function* ({task, container, listeners}, [port = '0', keepsOpen]) {
	const open = {port: Number(port)};
	yield* listeners.listen(container, open, true);
	const reply = replyIn(yield* readAll(task, undefined));
	if (reply === undefined) {
		yield* task.wait(Number.POSITIVE_INFINITY);
		return 0;
	}

	let isServed = false;
	const handler: Handler = () => {
		isServed = keepsOpen === undefined;
		task.thread.wake();
		return reply;
	};
	yield* listeners.listen(container, {...open, handler}, true);
	yield* task.wait(Number.POSITIVE_INFINITY, () => isServed);
	yield* listeners.listen(container, open, false);
	return 0;
};

/** `nc`: tries a port, or listens on one. */
export const nc: NetworkProgram = function* (place, args) {
	const {task} = place;
	const options = readOptions(args, {flags: 'zvnlukdtNr', values: 'wpqise'});
	if ('unknown' in options) {
		yield* task.table.machine.assume(task, `nc ${options.unknown}`);
		return 0;
	}

	const {flags, values, operands} = options;
	if (flags.has('l')) {
		return yield* listenOnce(place, [values.get('p') ?? operands.at(-1) ?? '0', ...(flags.has('k') ? ['k'] : [])]);
	}

	const [host = '', port = '0'] = operands;
	const resolved = yield* resolve(place, host);
	yield* task.wait(1);
	if (resolved.case === 'silent') {
		yield* waitForSilence(task);
	}

	const [ip] = resolved.case === 'found' ? resolved.addresses : [];
	if (ip === undefined) {
		yield* complain(
			task,
			task.isBusybox
				? `bad address '${host}'`
				: `getaddrinfo for host "${host}" port ${port}: ${unresolvedWords(resolved)}`,
		);
		return 1;
	}

	const {case: outcome} = yield* reach(place, ip, Number(port));
	if (outcome === 'lost') {
		yield* task.wait(Number(values.get('w') ?? 127) * 1000);
	}

	const works = outcome !== 'lost' && outcome !== 'refused';
	if (flags.has('v')) {
		const where = joinHostPort(ip, port);
		const why = `Connection ${outcome === 'lost' ? 'timed out' : 'refused'}`;
		const [opened, failed] = task.isBusybox
			? [`${host} (${where}) open`, `nc: ${host} (${where}): ${why}`]
			: [
					`Connection to ${host} (${ip}) ${port} port [tcp/*] succeeded!`,
					`nc: connect to ${host} (${ip}) port ${port} (tcp) failed: ${why}`,
				];
		yield* task.error(`${works ? opened : failed}\n`);
	}

	if (works && !flags.has('z')) {
		yield* task.table.machine.assume(task, `nc ${args.join(' ')}`);
	}

	return works ? 0 : 1;
};

/** `ncat` of nmap: its data is not simulated. */
export const ncat: NetworkProgram = function* (place, args) {
	const words = args
		.filter((word, at) => word !== '-c' && args[at - 1] !== '-c')
		.map((word) => (word === '--listen' ? '-l' : word))
		.filter((word) => !/^--(?:recv-only|send-only|keep-open|max-conns=\d+|no-shutdown|verbose)$|^-k$/.test(word));
	return yield* nc(place, words);
};

/** `httpd` of busybox: serves the files of a folder. */
export const httpd: NetworkProgram = function* ({task, container, listeners}, args) {
	const flag = args.indexOf('-p');
	const port = Number((flag === -1 ? '80' : (args[flag + 1] ?? '80')).replace(/^.*:/, ''));
	const home = args[args.indexOf('-h') + 1] ?? '.';
	const root = pathIn(task, args.includes('-h') ? home : '.');
	yield* listeners.listen(container, {port, documents: {root, server: 'busybox'}}, true);
	if (args.includes('-f') || args.some((word) => /^-\w*f/.test(word))) {
		yield* task.wait(Number.POSITIVE_INFINITY);
	}

	return 0;
};
