import type {Routine} from '../../../kernel/routine.js';
import {isObjectOf, type ObjectOf} from '../../../objects/unstructured.js';
import {CommandFailure, usageFailure} from '../../failure.js';
import type {Invocation} from '../../invocation.js';
import {podOf, typeAndName} from '../../selected-pods.js';
import {resolveResource} from '../../selection.js';

/** Why a command that would keep a connection to this machine open ends. */
export const noWayOut = (invocation: Invocation): CommandFailure =>
	new CommandFailure(
		`${invocation.commandPath} connects to the machine it runs on, and a simulated cluster has no way there`,
	);

/** `kubectl proxy` listens on this machine. */
export function* proxy(invocation: Invocation): Routine<number | void> {
	throw noWayOut(invocation);
}

/** @throws {CommandFailure} for a port that the Service does not have. @mirrors kubectl/pkg/cmd/portforward translateServicePortToTargetPort */
const checkServicePort = ({metadata, spec}: ObjectOf<'services'>, remote: string): void => {
	const ports = spec?.ports ?? [];
	if (/^\d+$/.test(remote)) {
		if (!ports.some(({port}) => port === Number(remote))) {
			throw new CommandFailure(`Service ${metadata.name} does not have a service port ${Number(remote)}`);
		}
	} else if (!ports.some(({name}) => name === remote)) {
		throw new CommandFailure(`Service '${metadata.name}' does not have a named port '${remote}'`);
	}
};

/** `kubectl port-forward`: refuses the same command lines as the real one, then reports that no machine can listen. */
export function* portForward(invocation: Invocation): Routine<number | void> {
	const [target, ...ports] = invocation.words;
	if (target === undefined || ports.length === 0) {
		throw usageFailure(invocation.commandPath, 'TYPE/NAME and list of ports are required for port-forward');
	}

	const [type, name] = typeAndName(target);
	const resource = yield* resolveResource(invocation, type);
	const named =
		resource.kind === 'Service' ? yield* invocation.getNamed(resource, yield* invocation.namespace(), name) : undefined;
	const pod = yield* podOf(invocation, target);
	for (const port of ports) {
		const remote = port.split(':').at(-1) ?? '';
		if (named && isObjectOf(named, 'services')) {
			checkServicePort(named, remote);
		}

		if (remote === '' && resource.kind !== 'Service') {
			throw new CommandFailure('remote port cannot be empty');
		}

		if (!/^\d+$/.test(remote) && resource.kind === 'Pod') {
			throw new CommandFailure(`Pod '${name}' does not have a named port '${remote}'`);
		}
	}

	const phase = pod.status?.phase;
	if (phase !== 'Running') {
		throw new CommandFailure(`unable to forward port because pod is not running. Current status=${phase}`);
	}

	throw noWayOut(invocation);
}
