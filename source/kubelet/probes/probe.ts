import {sleep, type Routine} from '../../kernel/routine.js';
import type {Pod, Probe} from '../../objects/kubernetes.generated.js';
import {containerSpec} from '../containers/container-spec.js';
import {RuntimeError} from '../runtime/cri.js';
import {answerAt} from '../runtime/images/catalogue.js';
import type {Container as RuntimeContainer} from '../runtime/container.js';
import type {Runtime} from '../runtime/runtime.js';

export interface HTTPTarget {
	readonly uid: string;
	readonly ip: string;
	readonly port: number;
	readonly path: string;
	readonly scheme: string;
	readonly timeoutMs: number;
}

export interface HTTPAnswer {
	readonly error?: string;
	readonly status?: number;
	readonly body?: string;
	/** Location on another host: the kubelet does not follow it. */
	readonly elsewhere?: boolean;
}

/** Number of a port that may be given by its name. */
export const portNumber = (pod: Pod, container: string, port: number | string): number =>
	typeof port === 'number' || /^\d+$/.test(port)
		? Number(port)
		: (containerSpec(pod, container)?.ports?.find(({name}) => name === port)?.containerPort ?? 0);

/** Asks what listens on a Pod's port; follows redirects on the same host. */
export function* httpGet(runtime: Runtime, {uid, ip, port, path, scheme, timeoutMs}: HTTPTarget): Routine<HTTPAnswer> {
	let where = path.startsWith('/') ? path : `/${path}`;
	for (let redirects = 0; redirects < 10; redirects++) {
		const url = `${scheme}://${ip}:${port}${where}`;
		const found = runtime.listeners.at(uid, port);
		if (!found) {
			return {error: `Get "${url}": dial tcp ${ip}:${port}: connect: connection refused`};
		}

		const {container, listens} = found;
		if (!listens.http) {
			return {error: `Get "${url}": EOF`};
		}

		const answer = answerAt(
			listens.http[where.replace(/\?.*$/, '')] ?? listens.http['*'],
			runtime.kernel.now - container.startedAtMs,
		) ?? {status: 404};
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

	return {error: `Get "${scheme}://${ip}:${port}${path}": stopped after 10 redirects`};
}

/** What one probe found. */
export interface ProbeResult {
	readonly result: 'success' | 'warning' | 'failure';
	readonly output: string;
}

const success: ProbeResult = {result: 'success', output: ''};
const failure = (output: string): ProbeResult => ({result: 'failure', output});

/** Runs a probe once. @mirrors k8s.io/kubernetes/pkg/kubelet/prober runProbe */
export function* runProbe(
	runtime: Runtime,
	pod: Pod,
	container: RuntimeContainer,
	probe: Probe,
	hostIP: string,
): Routine<ProbeResult> {
	const timeoutSeconds = probe.timeoutSeconds ?? 1;
	const timeoutMs = timeoutSeconds * 1000;
	const ip = container.sandbox.ip || hostIP;
	const {uid} = pod.metadata;
	if (probe.exec) {
		const command = probe.exec.command ?? [];
		try {
			const {exitCode, output} = yield* runtime.execSync(container.id, command, timeoutMs, timeoutSeconds);
			return exitCode === 0 ? success : failure(output);
		} catch (error) {
			if (!(error instanceof RuntimeError)) {
				throw error;
			}

			return failure(
				error.code === 'DeadlineExceeded'
					? `command timed out: "${command.join(' ')}" timed out after ${timeoutSeconds}s`
					: error.message,
			);
		}
	}

	if (probe.httpGet) {
		const {path = '/', scheme = 'HTTP', host} = probe.httpGet;
		const port = portNumber(pod, container.name, probe.httpGet.port);
		const answer = yield* httpGet(runtime, {uid, ip: host || ip, port, path, scheme: scheme.toLowerCase(), timeoutMs});
		if (answer.error !== undefined) {
			return failure(answer.error);
		}

		const {status = 0, body = ''} = answer;
		if (status < 200 || status >= 400) {
			return failure(`HTTP probe failed with statuscode: ${status}`);
		}

		return answer.elsewhere
			? {result: 'warning', output: `Probe terminated redirects, Response body: ${body}`}
			: success;
	}

	const port = portNumber(pod, container.name, probe.tcpSocket?.port ?? probe.grpc?.port ?? 0);
	const found = runtime.listeners.at(uid, port);
	if (probe.tcpSocket) {
		return found ? success : failure(`dial tcp ${ip}:${port}: connect: connection refused`);
	}

	if (!found) {
		return failure(
			`error: failed to connect to service at "${ip}:${port}": connection error: desc = "transport: Error while dialing: dial tcp ${ip}:${port}: connect: connection refused"`,
		);
	}

	const service = probe.grpc?.service ?? '';
	const answer = answerAt(found.listens.grpc?.[service], runtime.kernel.now - found.container.startedAtMs);
	if (!answer) {
		return failure(
			found.listens.grpc
				? 'error: health rpc probe failed: rpc error: code = NotFound desc = unknown service'
				: 'error: this server does not implement the grpc health protocol (grpc.health.v1.Health)',
		);
	}

	return answer.serving === 'SERVING' ? success : failure(`service unhealthy (responded with "${answer.serving}")`);
}
