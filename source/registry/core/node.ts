import {defaultsOf} from '../defaults/type-defaults.js';
import {describeKind} from '../kind.js';
import {duplicate, forbidden, internalError, invalid} from '../../objects/field-error.js';
import type {Node, Taint} from '../../objects/kubernetes.generated.js';
import {labelValueErrors} from '../../objects/names.js';
import {checkLabelKey, checkPositive, type Errors} from '../validation/checks.js';
import {goQuoted} from '../../go/print.js';
import {familyOf, isNetwork} from '../../objects/ip.js';
import {checkNetwork} from '../validation/ip.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkResourceQuantity} from '../validation/resources.js';
import {checkTaintEffect} from '../pod/scheduling.js';
import {ageColumn, nameColumn} from '../table/columns.js';

/** Upstream counts taints among the metadata. @mirrors k8s.io/kubernetes/pkg/apis/core/validation validateNodeTaints */
const checkTaints = (errors: Errors, taints: readonly Taint[]): void => {
	const seen = new Set<string>();
	for (const [index, taint] of taints.entries()) {
		const at = `metadata.taints[${index}]`;
		checkLabelKey(errors, `${at}.key`, taint.key);
		const messages = labelValueErrors(taint.value ?? '');
		if (messages.length > 0) {
			errors.push(invalid(`${at}.value`, taint.value, messages.join(';')));
		}

		checkTaintEffect(errors, `${at}.effect`, taint.effect);
		const key = `${taint.effect} ${taint.key}`;
		if (seen.has(key)) {
			const shown = {
				Key: taint.key,
				Value: taint.value ?? '',
				Effect: taint.effect,
				TimeAdded: taint.timeAdded ?? null,
			};
			errors.push({...duplicate(at, shown), detail: 'taints must be unique by key and effect pair'});
		}

		seen.add(key);
	}
};

const checkResources = (errors: Errors, {status}: Node): void => {
	for (const list of ['capacity', 'allocatable'] as const) {
		for (const [name, amount] of Object.entries(status?.[list] ?? {})) {
			checkResourceQuantity(errors, `status.${list}.${name}`, name, amount);
		}
	}
};

const featureForm = /^[A-Z][a-zA-Z0-9]*(\/[a-zA-Z][a-zA-Z0-9]*)*$/;

/** Features of a node are named like feature gates, each once, in alphabetical order. @mirrors validateNodeDeclaredFeatures */
const checkFeatures = (errors: Errors, {status}: Node): void => {
	const features = status?.declaredFeatures ?? [];
	const field = 'status.declaredFeatures';
	for (const [index, feature] of features.entries()) {
		const name = `invalid feature name ${goQuoted(feature)}`;
		if (Buffer.byteLength(feature) > 253) {
			errors.push(invalid(`${field}[${index}]`, feature, `${name}: must be no more than 253 characters`));
		} else if (!featureForm.test(feature)) {
			const form =
				"must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes";
			errors.push(invalid(`${field}[${index}]`, feature, `${name}: ${form}`));
		}

		const next = features[index + 1];
		if (next === feature) {
			errors.push(duplicate(`${field}[${index + 1}]`, next));
		} else if (next !== undefined && next < feature) {
			errors.push(invalid(`${field}[${index + 1}]`, next, 'list must be sorted alphabetically'));
		}
	}
};

/** @mirrors ValidateNode */
export const checkNode = (errors: Errors, node: Node): void => {
	checkMetadata(errors, node.metadata, false, nameRules.subdomain);
	checkTaints(errors, node.spec?.taints ?? []);
	checkResources(errors, node);
	const swap = node.status?.nodeInfo?.swap?.capacity;
	if (swap !== undefined) {
		checkPositive(errors, 'metadata.nodeSwapStatus.capacity', swap);
	}

	checkFeatures(errors, node);
	const networks = podNetworks(node);
	const field = 'spec.podCIDRs';
	for (const [index, network] of networks.entries()) {
		checkNetwork(errors, `${field}[${index}]`, network);
	}

	if (networks.length < 2) {
		return;
	}

	const wrong = networks.findIndex((network) => !isNetwork(network));
	if (wrong >= 0) {
		errors.push(
			internalError(
				field,
				`invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR[${wrong}]: <nil> (invalid CIDR address: ${networks[wrong]})`,
			),
		);
	}

	if (wrong >= 0 || networks.length > 2 || familyOf(networks[0] ?? '') === familyOf(networks[1] ?? '')) {
		errors.push(invalid(field, networks, 'may specify no more than one CIDR for each IP family'));
	}
};

/** The old field for one network is the first of the new one. */
const podNetworks = ({spec}: Node): readonly string[] => {
	const networks = spec?.podCIDRs ?? [];
	return spec?.podCIDR && networks[0] !== spec.podCIDR ? [spec.podCIDR] : networks;
};

/** @mirrors ValidateNodeUpdate */
export const checkNodeUpdate = (errors: Errors, node: Node, old: Node, subresource: string): void => {
	if (subresource === '') {
		checkNode(errors, node);
	}

	checkMetadataUpdate(errors, node.metadata, old.metadata);
	checkResources(errors, node);
	checkFeatures(errors, node);
	const addresses = new Set<string>();
	for (const [index, address] of (node.status?.addresses ?? []).entries()) {
		const key = `${address.type} ${address.address}`;
		if (addresses.has(key)) {
			errors.push(duplicate(`status.addresses[${index}]`, {Type: address.type, Address: address.address}));
		}

		addresses.add(key);
	}

	const before = podNetworks(old);
	const now = podNetworks(node);
	if (before.length > 0) {
		const detail = 'node updates may not change podCIDR except from "" to valid';
		if (before.length !== now.length) {
			errors.push(forbidden('spec.podCIDRs', detail));
		} else {
			for (const [index, network] of before.entries()) {
				if (network !== now[index]) {
					errors.push(forbidden('spec.podCIDRs', detail));
				}
			}
		}
	}

	if (old.spec?.providerID && old.spec.providerID !== node.spec?.providerID) {
		errors.push(forbidden('spec.providerID', 'node updates may not change providerID except from "" to valid'));
	}

	checkTaints(errors, node.spec?.taints ?? []);
	if ((node.spec?.externalID ?? '') !== (old.spec?.externalID ?? '')) {
		errors.push(forbidden('spec.externalID', 'may not be updated'));
	}
};

/** @mirrors k8s.io/kubernetes/pkg/registry/core/node fieldIsDeprecatedWarnings */
const nodeWarnings = ({spec}: Node): readonly string[] => [
	...(spec?.configSource ? ['spec.configSource: the feature is removed'] : []),
	...(spec?.externalID ? ['spec.externalID: this field is deprecated, and is unused by Kubernetes'] : []),
];

const rolePrefix = 'node-role.kubernetes.io/';

const nodeStatus = ({spec, status}: Node): string => {
	const ready = status?.conditions?.findLast(({type}) => type === 'Ready');
	const known = ready?.status === 'True' ? 'Ready' : 'NotReady';
	return [ready ? known : 'Unknown', ...(spec?.unschedulable ? ['SchedulingDisabled'] : [])].join(',');
};

const roles = ({metadata}: Node): string => {
	const found = Object.entries(metadata.labels ?? {}).flatMap(([key, value]) => {
		if (key.startsWith(rolePrefix) && key.length > rolePrefix.length) {
			return [key.slice(rolePrefix.length)];
		}

		if (key === 'kubernetes.io/role' && value !== '') {
			return [value];
		}

		return [];
	});
	return found.length === 0 ? '<none>' : [...new Set(found)].sort().join(',');
};

const address = ({status}: Node, type: string): string =>
	status?.addresses?.find((item) => item.type === type)?.address ?? '<none>';

/** @see https://kubernetes.io/docs/concepts/architecture/nodes/ */
export const node = describeKind('v1 Node', {
	validate: {create: checkNode, update: checkNodeUpdate},
	keepsStatus: true,
	warnings: nodeWarnings,
	table: {
		columns: [
			nameColumn,
			{name: 'Status', cell: nodeStatus},
			{name: 'Roles', cell: roles},
			ageColumn,
			{name: 'Version', cell: ({status}) => status?.nodeInfo?.kubeletVersion ?? ''},
			{name: 'Internal-IP', priority: 1, cell: (node) => address(node, 'InternalIP')},
			{name: 'External-IP', priority: 1, cell: (node) => address(node, 'ExternalIP')},
			{name: 'OS-Image', priority: 1, cell: ({status}) => status?.nodeInfo?.osImage || '<unknown>'},
			{name: 'Kernel-Version', priority: 1, cell: ({status}) => status?.nodeInfo?.kernelVersion || '<unknown>'},
			{
				name: 'Container-Runtime',
				priority: 1,
				cell: ({status}) => status?.nodeInfo?.containerRuntimeVersion || '<unknown>',
			},
		],
	},
	fields: {'spec.unschedulable': ({spec}) => spec?.unschedulable ?? false},
	defaults: [
		defaultsOf('core.v1.NodeSpec', (draft) => {
			// Dynamic kubelet configuration was removed in v1.24.
			delete draft.configSource;
			// The old field for one network is the first of the new one.
			if (draft.podCIDR && !draft.podCIDRs?.[0]) {
				draft.podCIDRs = [draft.podCIDR];
			} else if (draft.podCIDRs?.[0]) {
				draft.podCIDR = draft.podCIDRs[0];
			}
		}),
		defaultsOf('core.v1.NodeStatus', (draft) => {
			draft.allocatable ??= draft.capacity;
			// As with the spec's: dynamic kubelet configuration was removed in v1.24.
			delete draft.config;
		}),
	],
});
