import {forbidden, invalid, required} from '../../objects/field-error.js';
import type {HTTPGetAction, Lifecycle, LifecycleHandler, PodSpec, Probe} from '../../objects/kubernetes.generated.js';
import {onceGood} from '../known-good.js';
import {checkNonNegative, checkPort, checkSupported, requireValue, type Errors} from '../validation/checks.js';

type Handler = ProbeHandlerLike & LifecycleHandler;
type ProbeHandlerLike = Pick<Probe, 'exec' | 'httpGet' | 'tcpSocket' | 'grpc'>;

const kinds = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'] as const;

/** Exactly one way to probe or hook. @mirrors validateHandler */
const checkHandler = (errors: Errors, path: string, handler: Handler, graceSeconds: number): void => {
	let count = 0;
	for (const kind of kinds) {
		if (!handler[kind]) {
			continue;
		}

		const at = `${path}.${kind}`;
		if (count > 0) {
			errors.push(forbidden(at, 'may not specify more than 1 handler type'));
			continue;
		}

		count++;
		switch (kind) {
			case 'exec': {
				requireValue(errors, `${at}.command`, handler.exec?.command);
				break;
			}

			case 'httpGet': {
				checkHTTPGet(errors, at, handler[kind]);
				break;
			}

			case 'tcpSocket':
			case 'grpc': {
				checkPort(errors, `${at}.port`, handler[kind].port);
				break;
			}

			case 'sleep': {
				const {seconds} = handler[kind];
				if (seconds < 0 || seconds > graceSeconds) {
					errors.push(
						invalid(at, seconds, `must be non-negative and less than terminationGracePeriodSeconds (${graceSeconds})`),
					);
				}

				break;
			}
		}
	}

	if (count === 0) {
		errors.push(required(path, 'must specify a handler type'));
	}
};

const checkHTTPGet = (errors: Errors, path: string, action: HTTPGetAction): void => {
	requireValue(errors, `${path}.path`, action.path);
	checkPort(errors, `${path}.port`, action.port);
	checkSupported(errors, `${path}.scheme`, action.scheme, ['HTTP', 'HTTPS']);
	for (const {name} of action.httpHeaders ?? []) {
		if (!/^[-A-Za-z0-9]+$/.test(name)) {
			errors.push(
				invalid(
					`${path}.httpHeaders`,
					name,
					"a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')",
				),
			);
		}
	}
};

/** The rules common to all three probes. */
const checkProbe = onceGood((errors, path, probe: Probe, graceSeconds: number) => {
	checkHandler(errors, path, probe, graceSeconds);
	for (const name of [
		'initialDelaySeconds',
		'timeoutSeconds',
		'periodSeconds',
		'successThreshold',
		'failureThreshold',
	] as const) {
		checkNonNegative(errors, `${path}.${name}`, probe[name]);
	}

	const grace = probe.terminationGracePeriodSeconds;
	if (grace !== undefined && grace <= 0) {
		errors.push(invalid(`${path}.terminationGracePeriodSeconds`, grace, 'must be greater than 0'));
	}
});

/** The probes of a container. */
export interface Probed {
	readonly livenessProbe?: Probe;
	readonly readinessProbe?: Probe;
	readonly startupProbe?: Probe;
}

/** The three probes of a container. @mirrors validateLivenessProbe, validateReadinessProbe, validateStartupProbe */
export const checkProbes = (errors: Errors, path: string, container: Probed, graceSeconds: number): void => {
	for (const name of ['livenessProbe', 'readinessProbe', 'startupProbe'] as const) {
		const probe = container[name];
		if (!probe) {
			continue;
		}

		const at = `${path}.${name}`;
		checkProbe(errors, at, probe, graceSeconds);
		if (name === 'readinessProbe') {
			if (probe.terminationGracePeriodSeconds !== undefined) {
				errors.push(
					invalid(
						`${at}.terminationGracePeriodSeconds`,
						probe.terminationGracePeriodSeconds,
						'must not be set for readinessProbes',
					),
				);
			}
		} else if (probe.successThreshold !== 1) {
			errors.push(invalid(`${at}.successThreshold`, probe.successThreshold ?? 0, 'must be 1'));
		}
	}
};

/** Hooks after the start and before the end. @mirrors validateLifecycle */
export const checkLifecycle = (
	errors: Errors,
	path: string,
	lifecycle: Lifecycle,
	graceSeconds: number,
	os: PodSpec['os'],
): void => {
	for (const name of ['postStart', 'preStop'] as const) {
		const handler = lifecycle[name];
		if (handler) {
			checkHandler(errors, `${path}.${name}`, handler, graceSeconds);
		}
	}

	if (lifecycle.stopSignal !== undefined) {
		if (!os) {
			errors.push(forbidden(`${path}.stopSignal`, 'may not be set for containers with empty `spec.os.name`'));
		} else if (os.name === 'windows' || os.name === 'linux') {
			checkSupported(
				errors,
				`${path}.stopSignal`,
				lifecycle.stopSignal,
				os.name === 'windows' ? ['SIGKILL', 'SIGTERM'] : linuxSignals,
			);
		}
	}
};

const realTimeSignals = Array.from({length: 15}, (_, index) => [`SIGRTMAX-${index}`, `SIGRTMIN+${index}`])
	.flat()
	.map((name) => name.replace(/[-+]0$/, ''));

const linuxSignals = [
	...'SIGABRT SIGALRM SIGBUS SIGCHLD SIGCLD SIGCONT SIGFPE SIGHUP SIGILL SIGINT SIGIO SIGIOT SIGKILL SIGPIPE SIGPOLL SIGPROF SIGPWR SIGQUIT SIGSEGV SIGSTKFLT SIGSTOP SIGSYS SIGTERM SIGTRAP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH SIGXCPU SIGXFSZ'.split(
		' ',
	),
	'SIGRTMIN+15',
	...realTimeSignals,
].sort();
