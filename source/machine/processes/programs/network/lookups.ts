import {isIP, isIPv6} from '../../../../objects/ip.js';
import {joinHostPort} from '../../../../objects/host-port.js';
import {askDNS, resolve, serverOf} from '../../network.js';
import {complain} from '../program.js';
import {waitForSilence, type NetworkPlace, type NetworkProgram} from './place.js';
import type {Lookup} from '../../../outside.js';

/** The lines of busybox's old nslookup about addresses, each with the name that the DNS has for it. */
const namedAddresses = ({container, network}: NetworkPlace, addresses: readonly string[]): string =>
	addresses
		.map((ip, index) => {
			const name = network?.nameOf(container.sandbox, ip);
			return `Address ${index + 1}: ${ip}${name === undefined ? '' : ` ${name}`}\n`;
		})
		.join('');

/** nslookup of busybox until 1.28: the C library resolves the host. @mirrors busybox networking/nslookup.c print_host */
const libraryLookup: NetworkProgram = function* (place, [host = '']) {
	const {task} = place;
	const server = serverOf(place.container);
	const found = yield* resolve(place, host);
	if (found.case === 'silent') {
		yield* waitForSilence(task);
	}

	yield* task.out(`Server:    ${server}\n${namedAddresses(place, [server])}\n`);
	if (found.case !== 'found') {
		yield* complain(task, `can't resolve '${host}'`);
		return 1;
	}

	yield* task.out(`Name:      ${host}\n${namedAddresses(place, found.addresses)}`);
	return 0;
};

/** `nslookup`, and `host`. */
export const nslookup: NetworkProgram = function* (place, args) {
	const {task} = place;
	const words = args.filter((word) => !word.startsWith('-'));
	const [host = ''] = words;
	const server = serverOf(place.container);
	const {isOldBusybox = false, hasBind = false} = place.container.image.known ?? {};
	yield* task.wait(1);
	if (isOldBusybox) {
		return yield* libraryLookup(place, words);
	}

	const isBusybox = task.isBusybox && !hasBind;
	const found = yield* askDNS(place, host);
	if (found.case === 'silent') {
		yield* task.wait(isBusybox ? 5000 : 15_000);
		yield* task.out(';; connection timed out; no servers could be reached\n\n');
		return 1;
	}

	yield* task.out(
		isBusybox
			? `Server:\t\t${server}\nAddress:\t${joinHostPort(server, 53)}\n\n`
			: `Server:\t\t${server}\nAddress:\t${server}#53\n\n`,
	);
	if (found.case === 'unknown') {
		yield* task.out(`** server can't find ${host}: NXDOMAIN\n\n`);
		return 1;
	}

	const canonical =
		found.alias === undefined ? '' : `${found.alias}\tcanonical name = ${found.name}${isBusybox ? '' : '.'}\n`;
	const addresses = found.addresses.map((address) => `Name:\t${found.name}\nAddress: ${address}\n`);
	yield* task.out(`${canonical}${addresses.join('')}\n`);
	return 0;
};

/** The question of dig, and the server that it asks. */
interface DigQuestion {
	readonly host: string;
	readonly type: 'A' | 'AAAA';
	readonly server: string;
}

/** The result of a query, with the addresses of one type only. */
const ofType = <T extends Exclude<Lookup, {readonly case: 'silent'}>>(found: T, type: DigQuestion['type']): T =>
	found.case === 'found'
		? {...found, addresses: found.addresses.filter((ip) => isIPv6(ip) === (type === 'AAAA'))}
		: found;

const digAnswer = (found: Exclude<Lookup, {readonly case: 'silent'}>, asked: DigQuestion): string => {
	const answers =
		found.case === 'found'
			? [
					...(found.alias === undefined ? [] : [`${found.alias}.\t5\tIN\tCNAME\t${found.name}.\n`]),
					...found.addresses.map((address) => `${found.name}.\t5\tIN\t${asked.type}\t${address}\n`),
				]
			: [];
	const status = found.case === 'found' ? 'NOERROR' : 'NXDOMAIN';
	const section = answers.length > 0 ? `\n;; ANSWER SECTION:\n${answers.join('')}` : '';
	return `;; ->>HEADER<<- opcode: QUERY, status: ${status}, id: 1\n\n;; QUESTION SECTION:\n;${asked.host}.\t\tIN\t${asked.type}\n${section}\n;; SERVER: ${asked.server}#53\n`;
};

/** The data of each record, as `dig +short` prints it. */
const shortAnswers = (found: Exclude<Lookup, {readonly case: 'silent'}>): readonly string[] =>
	found.case === 'found' ? [...(found.alias === undefined ? [] : [`${found.name}.`]), ...found.addresses] : [];

/** `dig`: queries a name unchanged, unless `+search` is given. */
export const dig: NetworkProgram = function* (place, args) {
	const {task, container} = place;
	const [given = ''] = args.filter(
		(word) => !/^[-+@]/.test(word) && !/^(?:A|AAAA|SRV|ANY|MX|TXT|NS|PTR|CNAME)$/.test(word),
	);
	const host = given.replace(/\.$/, '');
	const server = serverOf(container);
	yield* task.wait(1);
	const found = yield* askDNS(place, args.includes('+search') ? host : `${host}.`);
	if (found.case === 'silent') {
		yield* task.wait(15_000);
		yield* task.out(`;; communications error to ${server}#53: timed out\n`.repeat(3));
		yield* task.out(args.includes('+short') ? '' : `\n; <<>> DiG 9.18 <<>> ${args.join(' ')}\n`);
		yield* task.out(';; no servers could be reached\n');
		return 9;
	}

	const type = args.includes('AAAA') ? 'AAAA' : 'A';
	const answer = ofType(found, type);
	yield* task.out(
		args.includes('+short')
			? shortAnswers(answer)
					.map((line) => `${line}\n`)
					.join('')
			: digAnswer(answer, {host, type, server}),
	);
	return 0;
};

/** `getent hosts`: resolves a name as programs of the container do. */
export const getent: NetworkProgram = function* (place, [database, host = '']) {
	const {task} = place;
	const isAsked = database === 'hosts' || database === 'ahosts' || database === 'ahostsv4' || database === 'ahostsv6';
	const found = isAsked ? yield* resolve(place, host) : undefined;
	yield* task.wait(1);
	if (found?.case === 'silent') {
		yield* waitForSilence(task);
	}

	if (found?.case !== 'found') {
		return 2;
	}

	const version = [4, 6].find((one) => database === `ahostsv${one}`);
	const addresses = found.addresses.filter((address) => version === undefined || isIP(address) === version);
	yield* task.out(addresses.map((address) => `${address.padEnd(15)} ${found.name}\n`).join(''));
	return addresses.length > 0 ? 0 : 2;
};
