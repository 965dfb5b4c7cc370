import {familyOf} from '../../objects/ip.js';

/** A container's port, and the node's port for it. */
interface PortMapping {
	readonly containerPort: number;
	readonly hostPort?: number;
}

/** An entry of a list: the program that is run, and its configuration. */
interface PluginEntry {
	readonly type: string;
	/** The data that the runtime passes to it for each sandbox. */
	readonly capabilities?: Readonly<Record<string, boolean>>;
	readonly [setting: string]: unknown;
}

/** The list of plug-ins that containerd finds in /etc/cni/net.d, and runs one after another. */
export interface NetworkList {
	readonly cniVersion: '1.0.0';
	readonly name: string;
	readonly plugins: readonly PluginEntry[];
}

/** The settings of /etc/cni/net.d that can differ from the defaults. */
export interface NetworkSettings {
	/** Name of the network: `cbr0` by default. */
	readonly name?: string;
	/** Bytes of a packet on a Pod's network: 1450 by default, since the overlay adds 50 to each, and the nodes' network carries 1500. */
	readonly mtu?: number;
}

/** Everything leaves by the gateway, in each family. */
export const defaultRoutes = (podCIDRs: readonly string[]): ReadonlyArray<{readonly dst: string}> =>
	podCIDRs.map((range) => ({dst: familyOf(range) === 'IPv6' ? '::/0' : '0.0.0.0/0'}));

/** Bytes of a packet where the configuration does not say. */
const usualMTU = 1450;

export const mtuOf = ({mtu = usualMTU}: NetworkSettings): number => mtu;

/** The list of a node whose Pods have addresses of each of these ranges. */
export const networkList = (podCIDRs: readonly string[], settings: NetworkSettings = {}): NetworkList => ({
	cniVersion: '1.0.0',
	name: settings.name ?? 'cbr0',
	plugins: [
		{
			type: 'bridge',
			bridge: 'cni0',
			mtu: mtuOf(settings),
			isGateway: true,
			ipMasq: true,
			hairpinMode: true,
			ipam: {type: 'host-local', ranges: podCIDRs.map((subnet) => [{subnet}]), routes: defaultRoutes(podCIDRs)},
		},
		{type: 'portmap', capabilities: {portMappings: true}},
	],
});

/**
The standard input of a plug-in in a list: its own entry, with the list's name and version, the runtime's data about the sandbox, and the result of the plug-in before it.

@throws {RangeError} when the list has no such plug-in.
@mirrors containernetworking/cni libcni buildOneConfig
*/
export const pluginInput = (
	{cniVersion, name, plugins}: NetworkList,
	type: string,
	told: {readonly portMappings?: readonly PortMapping[]} = {},
	prevResult?: unknown,
): Readonly<Record<string, unknown>> => {
	const entry = plugins.find((plugin) => plugin.type === type);
	if (!entry) {
		throw new RangeError(`${name} has no plug-in ${type}`);
	}

	const {portMappings = []} = told;
	return {
		cniVersion,
		name,
		...entry,
		...(entry.capabilities?.portMappings && portMappings.length > 0 ? {runtimeConfig: {portMappings}} : {}),
		...(prevResult === undefined ? {} : {prevResult}),
	};
};
