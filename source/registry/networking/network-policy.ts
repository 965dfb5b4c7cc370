import {defaultsOf} from '../defaults/type-defaults.js';
import {describeKind} from '../kind.js';
import {forbidden, invalid, required} from '../../objects/field-error.js';
import type {IPBlock, NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort} from '../../objects/kubernetes.generated.js';
import {portNameErrors} from '../../objects/names.js';
import {checkRange, checkSupported, refuseEach, requireValue, type Errors} from '../validation/checks.js';
import {isNetwork, isWithin} from '../../objects/ip.js';
import {checkNetwork} from '../validation/ip.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkLabelSelector} from '../validation/selectors.js';
import {networkWarnings} from '../validation/ip-warnings.js';
import {formatLabelSelector} from '../../objects/labels.js';
import {ageColumn, nameColumn} from '../table/columns.js';

const checkPort = (errors: Errors, path: string, {protocol, port, endPort}: NetworkPolicyPort): void => {
	if (protocol !== undefined) {
		checkSupported(errors, `${path}.protocol`, protocol, ['TCP', 'UDP', 'SCTP']);
	}

	if (typeof port === 'number') {
		checkRange(errors, `${path}.port`, port, 1, 65_535);
		if (endPort !== undefined) {
			if (endPort < port) {
				errors.push(invalid(`${path}.endPort`, port, 'must be greater than or equal to `port`'));
			}

			checkRange(errors, `${path}.endPort`, endPort, 1, 65_535);
		}
	} else if (port === undefined) {
		if (endPort !== undefined) {
			errors.push(invalid(`${path}.endPort`, endPort, 'may not be specified when `port` is not specified'));
		}
	} else {
		if (endPort !== undefined) {
			errors.push(invalid(`${path}.endPort`, endPort, 'may not be specified when `port` is non-numeric'));
		}

		refuseEach(errors, `${path}.port`, port, portNameErrors(port));
	}
};

const checkPeer = (
	errors: Errors,
	path: string,
	{podSelector, namespaceSelector, ipBlock}: NetworkPolicyPeer,
): void => {
	checkLabelSelector(errors, `${path}.podSelector`, podSelector);
	checkLabelSelector(errors, `${path}.namespaceSelector`, namespaceSelector);
	if (ipBlock) {
		checkBlock(errors, `${path}.ipBlock`, ipBlock);
		if (podSelector || namespaceSelector) {
			errors.push(forbidden(path, 'may not specify both ipBlock and another peer'));
		}
	} else if (!podSelector && !namespaceSelector) {
		errors.push(required(path, 'must specify a peer'));
	}
};

const checkBlock = (errors: Errors, path: string, {cidr, except}: IPBlock): void => {
	if (!requireValue(errors, `${path}.cidr`, cidr)) {
		return;
	}

	checkNetwork(errors, `${path}.cidr`, cidr);
	if (!isNetwork(cidr)) {
		return;
	}

	for (const [index, network] of (except ?? []).entries()) {
		const field = `${path}.except[${index}]`;
		checkNetwork(errors, field, network);
		if (isNetwork(network) && (!isWithin(network, cidr) || network.split('/')[1] === cidr.split('/')[1])) {
			errors.push(invalid(field, network, 'must be a strict subset of `cidr`'));
		}
	}
};

/** @mirrors k8s.io/kubernetes/pkg/apis/networking/validation ValidateNetworkPolicy */
export const checkNetworkPolicy = (errors: Errors, policy: NetworkPolicy, old?: NetworkPolicy): void => {
	checkMetadata(errors, policy.metadata, true, nameRules.subdomain);
	checkSpec(errors, policy);
	if (old) {
		// The strategy has checked all of the policy; the update checks its spec again.
		checkMetadataUpdate(errors, policy.metadata, old.metadata);
		checkSpec(errors, policy);
	}
};

const checkSpec = (errors: Errors, policy: NetworkPolicy): void => {
	const {podSelector, ingress = [], egress = [], policyTypes = []} = policy.spec;
	checkLabelSelector(errors, 'spec.podSelector', podSelector);
	for (const [name, rules] of [
		['ingress', ingress.map(({ports, from}) => ({ports, peers: from}))],
		['egress', egress.map(({ports, to}) => ({ports, peers: to}))],
	] as const) {
		for (const [index, {ports = [], peers = []}] of rules.entries()) {
			const at = `spec.${name}[${index}]`;
			for (const [position, port] of ports.entries()) {
				checkPort(errors, `${at}.ports[${position}]`, port);
			}

			for (const [position, peer] of peers.entries()) {
				checkPeer(errors, `${at}.${name === 'ingress' ? 'from' : 'to'}[${position}]`, peer);
			}
		}
	}

	if (policyTypes.length > 2) {
		errors.push(invalid('spec.policyTypes', policyTypes, 'may not specify more than two policyTypes'));
		return;
	}

	for (const [index, type] of policyTypes.entries()) {
		checkSupported(errors, `spec.policyTypes[${index}]`, type, ['Ingress', 'Egress']);
	}
};

/** @mirrors k8s.io/kubernetes/pkg/registry/networking/networkpolicy networkPolicyWarnings */
const networkPolicyWarnings = ({spec}: NetworkPolicy): string[] => {
	const peers = [
		...(spec?.ingress ?? []).map(({from}, index) => [`spec.ingress[${index}].from`, from] as const),
		...(spec?.egress ?? []).map(({to}, index) => [`spec.egress[${index}].to`, to] as const),
	];
	return peers.flatMap(([path, list]) =>
		(list ?? []).flatMap(({ipBlock}, index) =>
			ipBlock
				? [
						...networkWarnings(`${path}[${index}].ipBlock.cidr`, ipBlock.cidr),
						...(ipBlock.except ?? []).flatMap((network, position) =>
							networkWarnings(`${path}[${index}].ipBlock.except[${position}]`, network),
						),
					]
				: [],
		),
	);
};

/** @see https://kubernetes.io/docs/concepts/services-networking/network-policies/ */
export const networkPolicy = describeKind('networking.k8s.io/v1 NetworkPolicy', {
	validate: {create: checkNetworkPolicy, update: checkNetworkPolicy},
	generation: 'counts changes',
	warnings: networkPolicyWarnings,
	table: {
		columns: [nameColumn, {name: 'Pod-Selector', cell: ({spec}) => formatLabelSelector(spec?.podSelector)}, ageColumn],
	},
	defaults: [
		defaultsOf('networking.v1.NetworkPolicyPort', (draft) => {
			draft.protocol ??= 'TCP';
		}),
		defaultsOf('networking.v1.NetworkPolicySpec', (draft) => {
			if ((draft.policyTypes?.length ?? 0) === 0) {
				draft.policyTypes = (draft.egress?.length ?? 0) > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
			}
		}),
	],
});
