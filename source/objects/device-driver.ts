import type {Device, DeviceAttribute} from './kubernetes.generated.js';

/** An attribute of a device, as a scenario writes it. */
export type AttributeText = string | number | boolean | {readonly version: string};

/** A device of a simulated driver, as a scenario writes it. */
export interface SimulatedDevice {
	readonly name: string;
	/** `model` → `A100`; a name without a domain belongs to the driver. */
	readonly attributes?: Readonly<Record<string, AttributeText>>;
	/** `memory` → `80Gi`. */
	readonly capacity?: Readonly<Record<string, string>>;
	readonly taints?: Device['taints'];
	/** The nodes that have it; by default, all nodes of the driver. */
	readonly nodes?: readonly string[];
}

/** A driver for Dynamic Resource Allocation: on each of its nodes a plug-in of the kubelet, which publishes the devices there. */
export interface SimulatedDeviceDriver {
	/** `gpu.example.com`, also the name of its DeviceClass. */
	readonly name: string;
	/** The nodes with the driver; all by default. */
	readonly nodes?: readonly string[];
	readonly devices: readonly SimulatedDevice[];
	/** The gRPC errors of the driver, by call, such as `NodePrepareResources`. */
	readonly fails?: Readonly<Record<string, string>>;
}

/** The process of a driver's plug-in on a node. */
export const pluginProcess = (driver: string, node: string): string => `device-driver/${node}/${driver}`;

const attributeOf = (value: AttributeText): DeviceAttribute => {
	if (typeof value === 'string') {
		return {string: value};
	}

	if (typeof value === 'number') {
		return {int: value};
	}

	if (typeof value === 'boolean') {
		return {bool: value};
	}

	return {version: value.version};
};

const mapped = <From, To>(
	record: Readonly<Record<string, From>>,
	to: (value: From) => To,
): Readonly<Record<string, To>> => Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]));

/** The devices that a driver publishes on a node. */
export const devicesOn = ({devices, nodes: all}: SimulatedDeviceDriver, node: string): readonly Device[] =>
	(all?.includes(node) ?? true)
		? devices
				.filter(({nodes}) => nodes?.includes(node) ?? true)
				.map(({name, attributes, capacity, taints}) => ({
					name,
					...(attributes ? {attributes: mapped(attributes, attributeOf)} : {}),
					...(capacity ? {capacity: mapped(capacity, (value) => ({value}))} : {}),
					...(taints ? {taints} : {}),
				}))
		: [];
