import type {
	Affinity,
	Container,
	ContainerPort,
	NodeSelectorTerm,
	ObjectMeta,
	PersistentVolumeClaimSpec,
	PodSpec,
} from '../../objects/kubernetes.generated.js';
import {appArmorPrefix} from './app-armor.js';
import {labelValueErrors} from '../../objects/names.js';
import {parseQuantity} from '../../objects/quantity.js';
import {addressWarnings} from '../validation/ip-warnings.js';
import {overlapWarnings} from './volume-warnings.js';

/** Renamed node labels, with the warning about the old name. @mirrors k8s.io/kubernetes/pkg/api/node */
export const deprecatedLabels: Readonly<Record<string, string>> = {
	'beta.kubernetes.io/arch': 'deprecated since v1.14; use "kubernetes.io/arch" instead',
	'beta.kubernetes.io/os': 'deprecated since v1.14; use "kubernetes.io/os" instead',
	'failure-domain.beta.kubernetes.io/region': 'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
	'failure-domain.beta.kubernetes.io/zone': 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
	'beta.kubernetes.io/instance-type': 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
	'app.kubernetes.io/created-by': 'deprecated since v1.9',
	'scheduler.alpha.kubernetes.io/preferAvoidPods': 'deprecated since v1.22; use Taints and Tolerations instead',
	'node-role.kubernetes.io/master': 'use "node-role.kubernetes.io/control-plane" instead',
};

const deprecatedAnnotations: Readonly<Record<string, string>> = {
	'scheduler.alpha.kubernetes.io/critical-pod': 'non-functional in v1.16+; use the "priorityClassName" field instead',
	'security.alpha.kubernetes.io/sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
	'security.alpha.kubernetes.io/unsafe-sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
};

/** Kinds of volumes that no longer work: their name in messages and the warning. */
export const deprecatedVolumes: Readonly<Record<string, readonly [string, string]>> = {
	photonPersistentDisk: ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
	gitRepo: ['gitRepo', 'deprecated in v1.11, and disabled by default in v1.33+'],
	scaleIO: ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
	flocker: ['flocker', 'deprecated in v1.22, non-functional in v1.25+'],
	storageos: ['storageOS', 'deprecated in v1.22, non-functional in v1.25+'],
	quobyte: ['quobyte', 'deprecated in v1.22, non-functional in v1.25+'],
	glusterfs: ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
	cephfs: ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
	rbd: ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
};

const nothing = 'a null labelSelector results in matching no pod';

/**
The warnings for the author of a Pod that is valid.

@param prefix of each field: empty for a Pod, `spec.template.` for a template.
@mirrors k8s.io/kubernetes/pkg/api/pod warningsForPodSpecAndMeta
*/
export const podWarnings = (prefix: string, spec: PodSpec, metadata: Partial<ObjectMeta> | undefined): string[] => {
	const path = `${prefix}spec`;
	const containers = containersOf(spec, path);
	return [
		...labelWarnings(path, spec),
		...annotationWarnings(`${prefix}metadata.annotations`, metadata?.annotations),
		...volumeWarnings(path, spec),
		...repeatedWarnings(path, spec),
		...byteWarnings(`${path}.overhead`, spec.overhead),
		...annotated(seccompAnnotation, spec.securityContext?.seccompProfile, metadata, prefix, useSeccomp),
		...containers.flatMap(([at, container]) =>
			metadata?.annotations
				? [...profileWarnings(prefix, container, spec, metadata), ...containerWarnings(at, container)]
				: containerWarnings(at, container),
		),
		...portWarnings(containers),
		...((spec.terminationGracePeriodSeconds ?? 0) < 0
			? [`${path}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`]
			: []),
		...affinityWarnings(`${path}.affinity`, spec.affinity),
		...(spec.dnsConfig?.nameservers ?? []).flatMap((address, index) =>
			addressWarnings(`${path}.dnsConfig.nameservers[${index}]`, address),
		),
		...(spec.hostAliases ?? []).flatMap(({ip}, index) => addressWarnings(`${path}.hostAliases[${index}].ip`, ip)),
	];
};

const annotationWarnings = (path: string, annotations: ObjectMeta['annotations']): string[] =>
	annotations
		? Object.keys(deprecatedAnnotations)
				.filter((key) => annotations[key] !== undefined)
				.map((key) => `${path}[${key}]: ${deprecatedAnnotations[key]}`)
		: [];

const seccompAnnotation = 'seccomp.security.alpha.kubernetes.io/pod';
const useSeccomp = 'non-functional in v1.27+; use the "seccompProfile" field instead';

/** An annotation whose field is not set. */
const annotated = (
	key: string,
	field: unknown,
	metadata: Partial<ObjectMeta> | undefined,
	prefix: string,
	message: string,
): string[] =>
	metadata?.annotations?.[key] !== undefined && !field ? [`${prefix}metadata.annotations[${key}]: ${message}`] : [];

/** Warnings about profiles; in a Pod, the deprecated AppArmor annotations have already become fields. */
const profileWarnings = (
	prefix: string,
	{name, securityContext}: Container,
	spec: PodSpec,
	metadata: Partial<ObjectMeta> | undefined,
): string[] => [
	...annotated(
		`container.seccomp.security.alpha.kubernetes.io/${name}`,
		securityContext?.seccompProfile,
		metadata,
		prefix,
		useSeccomp,
	),
	...(prefix === ''
		? []
		: annotated(
				`${appArmorPrefix}${name}`,
				spec.securityContext?.appArmorProfile ?? securityContext?.appArmorProfile,
				metadata,
				prefix,
				'deprecated since v1.30; use the "appArmorProfile" field instead',
			)),
];

type Placed = readonly [string, Container];

const containersOf = (spec: PodSpec, path: string): readonly Placed[] => {
	const placed: Placed[] = [];
	for (const kind of ['initContainers', 'containers', 'ephemeralContainers'] as const) {
		for (const [index, container] of (spec[kind] ?? []).entries()) {
			placed.push([`${path}.${kind}[${index}]`, container]);
		}
	}

	return placed;
};

const labelWarnings = (path: string, spec: PodSpec): string[] => {
	const warnings = Object.keys(spec.nodeSelector ?? {})
		.filter((key) => deprecatedLabels[key])
		.map((key) => `${path}.nodeSelector[${key}]: ${deprecatedLabels[key]}`);
	const node = spec.affinity?.nodeAffinity;
	const required = `${path}.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms`;
	for (const [index, term] of (
		node?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
	).entries()) {
		warnings.push(...termWarnings(`${required}[${index}]`, term, false));
	}

	const preferred = `${path}.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution`;
	for (const [index, {preference}] of (node?.preferredDuringSchedulingIgnoredDuringExecution ?? []).entries()) {
		warnings.push(...termWarnings(`${preferred}[${index}].preference`, preference, true));
	}

	for (const [index, {topologyKey, labelSelector}] of (spec.topologySpreadConstraints ?? []).entries()) {
		const at = `${path}.topologySpreadConstraints[${index}]`;
		if (deprecatedLabels[topologyKey]) {
			warnings.push(`${at}.topologyKey: ${topologyKey} is ${deprecatedLabels[topologyKey]}`);
		}

		if (!labelSelector) {
			warnings.push(`${at}.labelSelector: ${nothing}`);
		}
	}

	return warnings;
};

/** @mirrors GetWarningsForNodeSelectorTerm */
export const termWarnings = (path: string, {matchExpressions = []}: NodeSelectorTerm, withValues: boolean): string[] =>
	matchExpressions.flatMap(({key, values = []}, index) => [
		...(deprecatedLabels[key] ? [`${path}.matchExpressions[${index}].key: ${key} is ${deprecatedLabels[key]}`] : []),
		...(withValues
			? values.flatMap((value, position) =>
					labelValueErrors(value).map(
						(message) => `${path}.matchExpressions[${index}].values[${position}]: ${value} is invalid, ${message}`,
					),
				)
			: []),
	]);

const volumeWarnings = (path: string, {volumes = []}: PodSpec): string[] => {
	const warnings: string[] = [];
	for (const [index, volume] of volumes.entries()) {
		for (const kind in volume) {
			const told = Object.hasOwn(deprecatedVolumes, kind) ? deprecatedVolumes[kind] : undefined;
			if (told && volume[kind as keyof typeof volume]) {
				warnings.push(`${path}.volumes[${index}].${told[0]}: ${told[1]}`);
			}
		}

		const template = volume.ephemeral?.volumeClaimTemplate;
		if (template) {
			warnings.push(...claimWarnings(`${path}.volumes[${index}].ephemeral.volumeClaimTemplate.spec`, template.spec));
		}
	}

	warnings.push(...overlapWarnings(volumes));
	return warnings;
};

const none: readonly never[] = [];

const repeatedWarnings = (path: string, {hostAliases = none, imagePullSecrets = none}: PodSpec): readonly string[] => {
	if (hostAliases.length === 0 && imagePullSecrets.length === 0) {
		return none;
	}

	const aliases = hostAliases.flatMap(({ip}, index) =>
		hostAliases.slice(0, index).some((other) => other.ip === ip)
			? [`${path}.hostAliases[${index}].ip: duplicate ip "${ip}"`]
			: [],
	);
	const names = imagePullSecrets.map(({name = ''}) => name);
	return [
		...aliases,
		...names.flatMap((name, index) =>
			names.indexOf(name) < index ? [`${path}.imagePullSecrets[${index}].name: duplicate name "${name}"`] : [],
		),
		...names.flatMap((name, index) =>
			name === '' ? [`${path}.imagePullSecrets[${index}].name: invalid empty name ""`] : [],
		),
	];
};

/** @mirrors k8s.io/kubernetes/pkg/api/persistentvolumeclaim GetWarningsForPersistentVolumeClaimSpec */
export const claimWarnings = (path: string, spec: PersistentVolumeClaimSpec | undefined): string[] =>
	(['requests', 'limits'] as const).flatMap((list) =>
		byteWarnings(`${path}.resources.${list}`, spec?.resources?.[list], ['storage']),
	);

/** Fractions of a byte can be written but do not exist. */
export const byteWarnings = (
	path: string,
	amounts: Readonly<Record<string, string>> | undefined,
	names: readonly string[] = ['memory', 'ephemeral-storage'],
): string[] =>
	amounts
		? names
				.filter((name) => amounts[name] !== undefined && parseQuantity(amounts[name]) % 1000n !== 0n)
				.map((name) => `${path}[${name}]: fractional byte value "${amounts[name]}" is invalid, must be an integer`)
		: [];

const memory = ['memory'];
const storage = ['ephemeral-storage'];

const containerWarnings = (path: string, {resources, env = []}: Container): string[] => {
	const warnings: string[] = [];
	if (resources?.limits || resources?.requests) {
		for (const names of [memory, storage]) {
			warnings.push(...byteWarnings(`${path}.resources.limits`, resources.limits, names));
			warnings.push(...byteWarnings(`${path}.resources.requests`, resources.requests, names));
		}
	}

	const seen = new Set<string>();
	for (const [index, {name, value = '', valueFrom}] of env.entries()) {
		// A variable that refers to its own earlier value is intentional.
		const reference = `$(${name})`;
		if (seen.has(name) && (valueFrom || value === reference || !value.includes(reference))) {
			warnings.push(
				`${path}.env[${index}]: hides previous definition of "${name}", which may be dropped when using apply`,
			);
		}

		seen.add(name);
	}

	return warnings;
};

const portWarnings = (containers: readonly Placed[]): string[] => {
	const warnings: string[] = [];
	const taken: Array<{readonly at: string; readonly port: ContainerPort}> = [];
	const names = new Map<string, string>();
	const nameWarnings: string[] = [];
	for (const [path, {ports = []}] of containers) {
		for (const [index, port] of ports.entries()) {
			const at = `${path}.ports[${index}]`;
			const {name = '', hostIP = '', hostPort = 0, containerPort, protocol} = port;
			if (hostIP !== '' && hostPort === 0) {
				const shown = `{Name:${name} HostPort:${hostPort} ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`;
				warnings.push(`${at}: hostIP set without hostPort: ${shown}`);
			}

			for (const other of taken.filter(
				({port: before}) => before.containerPort === containerPort && before.protocol === protocol,
			)) {
				const {hostIP: otherIP = '', hostPort: otherPort = 0} = other.port;
				if (hostIP === otherIP && hostPort === otherPort) {
					warnings.push(`${at}: duplicate port definition with ${other.at}`);
				} else if (hostPort === 0 || otherPort === 0) {
					warnings.push(`${at}: overlapping port definition with ${other.at}`);
				} else if (hostPort === otherPort && (hostIP === '') !== (otherIP === '')) {
					warnings.push(`${at}: dangerously ambiguous port definition with ${other.at}`);
				}
			}

			taken.push({at, port});
			const before = names.get(name);
			if (name !== '' && before !== undefined) {
				nameWarnings.push(
					`${at}: duplicate port name "${name}" with ${before}, services and probes that select ports by name will use ${before}`,
				);
			} else if (name !== '') {
				names.set(name, at);
			}
		}
	}

	return [...warnings, ...nameWarnings];
};

const affinityWarnings = (path: string, affinity: Affinity | undefined): readonly string[] =>
	affinity === undefined ? none : termsWithoutSelector(path, affinity);

const termsWithoutSelector = (path: string, affinity: Affinity): string[] =>
	(['podAffinity', 'podAntiAffinity'] as const).flatMap((name) => [
		...(affinity[name]?.requiredDuringSchedulingIgnoredDuringExecution ?? []).flatMap(({labelSelector}, index) =>
			labelSelector
				? []
				: [`${path}.${name}.requiredDuringSchedulingIgnoredDuringExecution[${index}].labelSelector: ${nothing}`],
		),
		...(affinity[name]?.preferredDuringSchedulingIgnoredDuringExecution ?? []).flatMap(({podAffinityTerm}, index) =>
			podAffinityTerm.labelSelector
				? []
				: [
						`${path}.${name}.preferredDuringSchedulingIgnoredDuringExecution[${index}].podAffinityTerm.labelSelector: ${nothing}`,
					],
		),
	]);
