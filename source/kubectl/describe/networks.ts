import {formatLabelSelector} from '../../objects/labels.js';
import type {
	IPAddress,
	NetworkPolicy,
	NetworkPolicyPeer,
	NetworkPolicyPort,
	ServiceCIDR,
} from '../../objects/kubernetes.generated.js';
import type {Describer} from './describer.js';
import {longTime, writeAnnotations, writeEvents, writeHead, writeLabels, writeTable} from './text.js';
import type {DescriptionWriter} from './writer.js';

const indent = '    ';

const writePorts = (writer: DescriptionWriter, ports: readonly NetworkPolicyPort[]): void => {
	if (ports.length === 0) {
		writer.write(0, `${indent}To Port: <any> (traffic allowed to all ports)\n`);
	}

	for (const {port, endPort, protocol = 'TCP'} of ports) {
		const from = port ?? '<nil>';
		writer.write(
			0,
			endPort === undefined
				? `${indent}To Port: ${from}/${protocol}\n`
				: `${indent}To Port Range: ${from}-${endPort}/${protocol}\n`,
		);
	}
};

const writePeer = (writer: DescriptionWriter, {podSelector, namespaceSelector, ipBlock}: NetworkPolicyPeer): void => {
	if (namespaceSelector) {
		writer.write(1, `${indent}NamespaceSelector: ${formatLabelSelector(namespaceSelector)}\n`);
	}

	if (podSelector) {
		writer.write(1, `${indent}PodSelector: ${formatLabelSelector(podSelector)}\n`);
	} else if (!namespaceSelector && ipBlock) {
		writer.write(1, `${indent}IPBlock:\n`);
		writer.write(2, `${indent}CIDR: ${ipBlock.cidr}\n`);
		writer.write(2, `${indent}Except: ${(ipBlock.except ?? []).join(', ')}\n`);
	}
};

interface Direction {
	readonly name: string;
	readonly title: string;
	readonly end: string;
}

/** The traffic that a rule allows, in either direction. */
interface Rule {
	readonly ports: readonly NetworkPolicyPort[];
	readonly peers: readonly NetworkPolicyPeer[];
}

const writeRules = (writer: DescriptionWriter, rules: readonly Rule[], {name, title, end}: Direction): void => {
	if (rules.length === 0) {
		writer.write(0, `${indent}<none> (Selected pods are isolated for ${name} connectivity)\n`);
	}

	for (const [index, {ports, peers}] of rules.entries()) {
		writePorts(writer, ports);
		if (peers.length === 0) {
			writer.write(0, `${indent}${title}: <any> (traffic not restricted by ${end})\n`);
		}

		for (const peer of peers) {
			writer.write(0, `${indent}${title}:\n`);
			writePeer(writer, peer);
		}

		if (index < rules.length - 1) {
			writer.write(0, `${indent}----------\n`);
		}
	}
};

const ingress: Direction = {name: 'ingress', title: 'From', end: 'source'};
const egress: Direction = {name: 'egress', title: 'To', end: 'destination'};

/** A timestamp as Go prints it in UTC. */
const goTime = (text: string | undefined): string =>
	text ? `${text.slice(0, 10)} ${text.slice(11, 19)} +0000 UTC` : '0001-01-01 00:00:00 +0000 UTC';

/** A NetworkPolicy. @mirrors kubectl/pkg/describe describeNetworkPolicy */
export const describeNetworkPolicy: Describer<NetworkPolicy> = function* (writer, {metadata, spec}) {
	const types: readonly string[] = spec?.policyTypes ?? [];
	writer.write(0, `Name:\t${metadata.name}\nNamespace:\t${metadata.namespace}\n`);
	writer.write(0, `Created on:\t${goTime(metadata.creationTimestamp)}\n`);
	writeLabels(writer, 'Labels', metadata.labels);
	writeAnnotations(writer, 'Annotations', metadata.annotations);
	writer.write(0, 'Spec:\n');
	writer.write(1, 'PodSelector: ');
	const selector = formatLabelSelector(spec?.podSelector);
	writer.write(
		2,
		selector === '<none>' ? '<none> (Allowing the specific traffic to all pods in this namespace)\n' : `${selector}\n`,
	);
	const incoming = (spec?.ingress ?? []).map(({ports = [], from: peers = []}) => ({ports, peers}));
	const outgoing = (spec?.egress ?? []).map(({ports = [], to: peers = []}) => ({ports, peers}));
	for (const [type, direction, rules] of [
		['Ingress', ingress, incoming],
		['Egress', egress, outgoing],
	] as const) {
		if (types.includes(type)) {
			writer.write(1, `Allowing ${direction.name} traffic:\n`);
			writeRules(writer, rules, direction);
		} else {
			writer.write(1, `Not affecting ${direction.name} traffic\n`);
		}
	}

	writer.write(1, `Policy Types: ${types.join(', ') || '<none>'}\n`);
};

/** A ServiceCIDR. @mirrors kubectl/pkg/describe describeServiceCIDRV1 */
export const describeServiceCIDR: Describer<ServiceCIDR> = function* (writer, object, around) {
	const happened = yield* around.events();
	const conditions = object.status?.conditions ?? [];
	writeHead(writer, object, false);
	writer.write(0, `CIDRs:\t${(object.spec?.cidrs ?? []).join(', ')}\n`);
	if (conditions.length > 0) {
		writer.write(0, 'Status:\nConditions:\n');
		writeTable(
			writer,
			1,
			['Type', 'Status', 'LastTransitionTime', 'Reason', 'Message'],
			conditions.map(({type, status, lastTransitionTime, reason = '', message = ''}) => [
				type,
				status,
				longTime(lastTransitionTime),
				reason,
				message,
			]),
		);
	}

	writeEvents(writer, happened, around.nowMs);
};

/** An IPAddress. @mirrors kubectl/pkg/describe describeIPAddressV1 */
export const describeIPAddress: Describer<IPAddress> = function* (writer, object, around) {
	const happened = yield* around.events();
	const parent = object.spec?.parentRef;
	writeHead(writer, object, false);
	if (parent) {
		writer.write(0, 'Parent Reference:\n');
		const {group = '', resource, namespace = '', name} = parent;
		writer.write(1, `Group:\t${group}\n`);
		writer.write(1, `Resource:\t${resource}\n`);
		writer.write(1, `Namespace:\t${namespace}\n`);
		writer.write(1, `Name:\t${name}\n`);
	}

	writeEvents(writer, happened, around.nowMs);
};
