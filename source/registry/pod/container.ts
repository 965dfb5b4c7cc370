import {duplicate, forbidden, invalid, notFound, required, tooMany} from '../../objects/field-error.js';
import type {Container, ContainerPort, EphemeralContainer, PodSpec} from '../../objects/kubernetes.generated.js';
import {portNameErrors} from '../../objects/names.js';
import {
	checkDNSLabel,
	checkRange,
	checkSupported,
	refuseEach,
	requireSupported,
	requireValue,
	type Errors,
} from '../validation/checks.js';
import {checkEnvironment, checkEnvironmentFrom} from './environment.js';
import {checkMounts, type Volumes} from './mounts.js';
import {checkLifecycle, checkProbes} from './probe.js';
import {checkRequirements} from '../validation/resources.js';
import {checkSecurityContext} from './security-context.js';

const pullPolicies = ['Always', 'IfNotPresent', 'Never'];

/** The common fields of every kind of container. @mirrors k8s.io/kubernetes/pkg/apis/core/validation validateContainerCommon */
const checkCommon = (errors: Errors, path: string, container: Container, spec: PodSpec, volumes: Volumes): void => {
	if (requireValue(errors, `${path}.name`, container.name)) {
		checkDNSLabel(errors, `${path}.name`, container.name);
	}

	requireValue(errors, `${path}.image`, container.image);
	requireSupported(errors, `${path}.terminationMessagePolicy`, container.terminationMessagePolicy, [
		'File',
		'FallbackToLogsOnError',
	]);
	if (container.ports) {
		checkPorts(errors, `${path}.ports`, container.ports);
	}

	checkEnvironment(errors, `${path}.env`, container.env);
	checkEnvironmentFrom(errors, `${path}.envFrom`, container.envFrom);
	checkMounts(errors, path, container, volumes);
	requireSupported(errors, `${path}.imagePullPolicy`, container.imagePullPolicy, pullPolicies);
	checkRequirements(errors, `${path}.resources`, container.resources, spec.resourceClaims);
	checkResizePolicy(errors, `${path}.resizePolicy`, container, spec.restartPolicy);
	checkSecurityContext(errors, `${path}.securityContext`, container.securityContext, spec.hostUsers !== false);
};

const checkPorts = (errors: Errors, path: string, ports: readonly ContainerPort[]): void => {
	const names = new Set<string>();
	for (const [index, {name, containerPort, hostPort, protocol}] of ports.entries()) {
		const at = `${path}[${index}]`;
		if (name) {
			const messages = portNameErrors(name);
			refuseEach(errors, `${at}.name`, name, messages);
			if (messages.length === 0) {
				if (names.has(name)) {
					errors.push(duplicate(`${at}.name`, name));
				}

				names.add(name);
			}
		}

		if (containerPort) {
			checkRange(errors, `${at}.containerPort`, containerPort, 1, 65_535);
		} else {
			errors.push(required(`${at}.containerPort`));
		}

		if (hostPort) {
			checkRange(errors, `${at}.hostPort`, hostPort, 1, 65_535);
		}

		requireSupported(errors, `${at}.protocol`, protocol, ['SCTP', 'TCP', 'UDP']);
	}
};

const checkResizePolicy = (
	errors: Errors,
	path: string,
	container: Container,
	restartPolicy: string | undefined,
): void => {
	const seen = new Set<string>();
	for (const [index, policy] of (container.resizePolicy ?? []).entries()) {
		if (seen.has(policy.resourceName)) {
			errors.push(duplicate(`${path}[${index}]`, policy.resourceName));
		}

		seen.add(policy.resourceName);
		requireSupported(errors, path, policy.resourceName, ['cpu', 'memory']);
		requireSupported(errors, path, policy.restartPolicy, ['NotRequired', 'RestartContainer']);
		if (restartPolicy === 'Never' && policy.restartPolicy !== 'NotRequired') {
			errors.push(invalid(path, policy.restartPolicy, "must be 'NotRequired' when pod `restartPolicy` is 'Never'"));
		}
	}
};

const checkRestartPolicy = (
	errors: Errors,
	path: string,
	{restartPolicy, restartPolicyRules = []}: Container,
): void => {
	if (restartPolicy !== undefined) {
		checkSupported(errors, `${path}.restartPolicy`, restartPolicy, ['Always', 'Never', 'OnFailure']);
	} else if (restartPolicyRules.length > 0) {
		errors.push(required(`${path}.restartPolicy`, 'must specify restartPolicy when restart rules are used'));
	}

	if (restartPolicyRules.length > 20) {
		errors.push(tooMany(`${path}.restartPolicyRules`, restartPolicyRules.length, 20));
	}

	for (const [index, {action, exitCodes}] of restartPolicyRules.entries()) {
		const at = `${path}.restartPolicyRules[${index}]`;
		checkSupported(errors, `${at}.action`, action, ['Restart', 'RestartAllContainers']);
		if (!exitCodes) {
			errors.push(required(`${at}.exitCodes`, 'must be specified'));
			continue;
		}

		checkSupported(errors, `${at}.exitCodes.operator`, exitCodes.operator, ['In', 'NotIn']);
		const count = exitCodes.values?.length ?? 0;
		if (count > 255) {
			errors.push(tooMany(`${at}.exitCodes.values`, count, 255));
		}
	}
};

/** Two containers cannot use the same port of the node. */
const checkHostPorts = (errors: Errors, path: string, containers: readonly Container[]): void => {
	const taken = new Set<string>();
	for (const [index, {ports = []}] of containers.entries()) {
		for (const [position, {hostPort, hostIP = '', protocol = ''}] of ports.entries()) {
			if (hostPort) {
				const key = `${protocol}/${hostIP}/${hostPort}`;
				if (taken.has(key)) {
					errors.push(duplicate(`${path}[${index}].ports[${position}].hostPort`, key));
				}

				taken.add(key);
			}
		}
	}
};

/** @mirrors validateContainers */
export const checkContainers = (errors: Errors, path: string, spec: PodSpec, volumes: Volumes): void => {
	if (!requireValue(errors, path, spec.containers)) {
		return;
	}

	const names = new Set<string>();
	const grace = spec.terminationGracePeriodSeconds ?? 0;
	for (const [index, container] of spec.containers.entries()) {
		const at = `${path}[${index}]`;
		checkCommon(errors, at, container, spec, volumes);
		if (names.has(container.name)) {
			errors.push(duplicate(`${at}.name`, container.name));
		}

		names.add(container.name);
		if (container.lifecycle) {
			checkLifecycle(errors, `${at}.lifecycle`, container.lifecycle, grace, spec.os);
		}

		checkProbes(errors, at, container, grace);
		checkRestartPolicy(errors, at, container);
	}

	checkHostPorts(errors, path, spec.containers);
};

const onlySidecars = 'may not be set for init containers without restartPolicy=Always';

/** @mirrors validateInitContainers */
export const checkInitContainers = (errors: Errors, path: string, spec: PodSpec, volumes: Volumes): void => {
	const names = new Set((spec.containers ?? []).map(({name}) => name));
	const grace = spec.terminationGracePeriodSeconds ?? 0;
	for (const [index, container] of (spec.initContainers ?? []).entries()) {
		const at = `${path}[${index}]`;
		checkCommon(errors, at, container, spec, volumes);
		checkRestartPolicy(errors, at, container);
		if (names.has(container.name)) {
			errors.push(duplicate(`${at}.name`, container.name));
		} else if (container.name) {
			names.add(container.name);
		}

		checkHostPorts(errors, path, [container]);
		if (container.restartPolicy === 'Always') {
			if (container.lifecycle) {
				checkLifecycle(errors, `${at}.lifecycle`, container.lifecycle, grace, spec.os);
			}

			checkProbes(errors, at, container, grace);
			continue;
		}

		for (const name of ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const) {
			if (container[name]) {
				errors.push(forbidden(`${at}.${name}`, onlySidecars));
			}
		}

		for (const [position, policy] of (container.resizePolicy ?? []).entries()) {
			if (policy.restartPolicy === 'RestartContainer') {
				const field = `${at}.resizePolicy[${position}].restartPolicy`;
				errors.push(
					invalid(field, policy.restartPolicy, "must not be set to 'RestartContainer' for non-sidecar initContainers"),
				);
			}
		}
	}
};

/** The fields that a debugging container may not have. */
const notEphemeral = [
	'ports',
	'resources',
	'resizePolicy',
	'restartPolicy',
	'restartPolicyRules',
	'livenessProbe',
	'readinessProbe',
	'startupProbe',
	'lifecycle',
] as const;

/** @mirrors validateEphemeralContainers */
export const checkEphemeralContainers = (errors: Errors, path: string, spec: PodSpec, volumes: Volumes): void => {
	const others = new Set([...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({name}) => name));
	const names = new Set(others);
	const refused = 'cannot be set for an Ephemeral Container';
	for (const [index, container] of (spec.ephemeralContainers ?? []).entries()) {
		const at = `${path}[${index}]`;
		checkCommon(errors, at, container, spec, volumes);
		checkImageSpaces(errors, at, container);
		if (names.has(container.name)) {
			errors.push(duplicate(`${at}.name`, container.name));
		}

		names.add(container.name);
		if (container.targetContainerName && !others.has(container.targetContainerName)) {
			errors.push(notFound(`${at}.targetContainerName`, container.targetContainerName));
		}

		for (const name of notEphemeral) {
			const value: object | string | undefined = container[name];
			if (value !== undefined && (name !== 'resources' || Object.keys(value).length > 0)) {
				errors.push(forbidden(`${at}.${name}`, refused));
			}
		}

		for (const [position, mount] of (container.volumeMounts ?? []).entries()) {
			for (const name of ['subPath', 'subPathExpr'] as const) {
				if (mount[name]) {
					errors.push(forbidden(`${at}.volumeMounts[${position}].${name}`, refused));
				}
			}
		}
	}
};

/** Checks image names for spaces, only in Pods: old templates may have such names. */
export const checkImageSpaces = (
	errors: Errors,
	path: string,
	{image = ''}: Pick<EphemeralContainer, 'image'>,
): void => {
	if (image.trim() !== image) {
		errors.push(invalid(`${path}.image`, image, 'must not have leading or trailing whitespace'));
	}
};
