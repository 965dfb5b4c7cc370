import {answerHeaders} from './answer-head.js';
import {sleep, type Routine} from '../kernel/routine.js';
import {joinHostPort} from '../objects/host-port.js';
import type {HealthAnswer, HostNetwork, HTTPAnswer, HTTPTarget} from '../host/host.js';
import type {ContainerLife} from './container-life.js';
import {answerAt} from './images/catalogue.js';
import type {OpenPort} from './listeners.js';
import {respond} from './respond.js';

/** The scheme of a server, if known: a plain file server uses HTTP. */
const spokenOn = ({scheme, documents, netexec, port}: OpenPort): 'http' | 'https' | undefined =>
	scheme ?? ((documents ?? netexec) && port !== 443 && port !== 8443 ? 'http' : undefined);

/** Sends a request to a Pod's port; follows redirects on the same host. */
function* httpGet(life: ContainerLife, target: HTTPTarget): Routine<HTTPAnswer> {
	const {uid, ip, port, path, scheme, timeoutMs, isPassedOn = false, sent} = target;
	let where = path.startsWith('/') ? path : `/${path}`;
	for (let redirects = 0; redirects < 10; redirects++) {
		const url = `${scheme}://${joinHostPort(ip, port)}${where}`;
		const found = life.listeners.at(uid, port);
		if (!found) {
			return {error: `Get "${url}": dial tcp ${joinHostPort(ip, port)}: connect: connection refused`};
		}

		const spoken = spokenOn(found.listens);
		if (scheme === 'https' && spoken === 'http') {
			return {error: `Get "${url}": http: server gave HTTP response to HTTPS client`};
		}

		if (scheme === 'http' && spoken === 'https') {
			return {status: 400, body: '400 The plain HTTP request was sent to HTTPS port'};
		}

		const {network, apiserver} = life.reach;
		const answer = yield* respond({kernel: life.kernel, network, apiserver}, found, where, sent ? {sent} : {});
		if (!answer) {
			return {error: `Get "${url}": EOF`};
		}

		if (answer.takesMs && answer.takesMs >= timeoutMs) {
			yield* sleep(timeoutMs);
			return {error: `Get "${url}": context deadline exceeded (Client.Timeout exceeded while awaiting headers)`};
		}

		if (answer.takesMs) {
			yield* sleep(answer.takesMs);
		}

		const {status = 200, body = '', to} = answer;
		if (isPassedOn) {
			const headers = answerHeaders(found.container, answer, life.kernel.wallClockMs);
			return {status, body, headers, ...(to === undefined ? {} : {to})};
		}

		if (status < 300 || status >= 400 || to === undefined) {
			return {status, body};
		}

		if (!to.startsWith('/')) {
			return {status, body, elsewhere: true};
		}

		where = to;
	}

	return {error: `Get "${scheme}://${joinHostPort(ip, port)}${path}": stopped after 10 redirects`};
}

const checkHealth = ({kernel, listeners}: ContainerLife, uid: string, port: number, service: string): HealthAnswer => {
	const found = listeners.at(uid, port);
	if (!found) {
		return {case: 'refused'};
	}

	const {grpc} = found.listens;
	const answer = answerAt(grpc?.[service] ?? grpc?.['*'], kernel.now - found.container.startedAtMs);
	return answer ? {case: 'answer', serving: answer.serving} : {case: grpc ? 'unknown-service' : 'other-protocol'};
};

/** Connections from a node to the ports of its Pods. */
export const hostNetwork = (life: ContainerLife): HostNetwork => ({
	isOpen: (uid, port) => life.listeners.at(uid, port) !== undefined,
	httpGet: (target) => httpGet(life, target),
	checkHealth: (uid, port, service) => checkHealth(life, uid, port, service),
});
