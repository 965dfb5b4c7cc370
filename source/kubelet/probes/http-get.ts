import {joinHostPort} from '../../objects/host-port.js';
import {sleep, type Routine} from '../../kernel/routine.js';
import {respond} from '../../machine/respond.js';
import type {Runtime} from '../../containerd/runtime.js';

/** Where an HTTP request of the kubelet goes. */
export interface HTTPTarget {
	readonly uid: string;
	readonly ip: string;
	readonly port: number;
	readonly path: string;
	readonly scheme: string;
	readonly timeoutMs: number;
}

/** The result: a response, or the error in Go's words. */
export type HTTPAnswer =
	| {readonly error: string}
	| {
			readonly status: number;
			readonly body: string;
			/** Redirect to another host: the kubelet does not follow it. */
			readonly elsewhere?: boolean;
	  };

/** Sends a request to a Pod's port; follows redirects on the same host. */
export function* httpGet(runtime: Runtime, {uid, ip, port, path, scheme, timeoutMs}: HTTPTarget): Routine<HTTPAnswer> {
	let where = path.startsWith('/') ? path : `/${path}`;
	for (let redirects = 0; redirects < 10; redirects++) {
		const url = `${scheme}://${joinHostPort(ip, port)}${where}`;
		const found = runtime.listeners.at(uid, port);
		if (!found) {
			return {error: `Get "${url}": dial tcp ${joinHostPort(ip, port)}: connect: connection refused`};
		}

		const {scheme: spoken} = found.listens;
		if (scheme === 'https' && spoken === 'http') {
			return {error: `Get "${url}": http: server gave HTTP response to HTTPS client`};
		}

		if (scheme === 'http' && spoken === 'https') {
			return {status: 400, body: '400 The plain HTTP request was sent to HTTPS port'};
		}

		const {network, apiserver} = runtime.life.reach;
		const answer = yield* respond({kernel: runtime.kernel, network, apiserver}, found, where);
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
