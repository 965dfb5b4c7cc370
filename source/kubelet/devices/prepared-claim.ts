import type {SimulatedDeviceDriver} from '../../objects/device-driver.js';

/** A claim whose devices are prepared or in preparation on the node; the kubelet's checkpoint has it. @mirrors pkg/kubelet/cm/dra/state ClaimInfoState */
export interface PreparedClaim {
	readonly namespace: string;
	readonly name: string;
	readonly uid: string;
	readonly drivers: readonly string[];
	/** uids of the Pods that use it. */
	readonly pods: Set<string>;
	/** `undefined` until all drivers are done. */
	devices: readonly PreparedDevice[] | undefined;
}

export interface PreparedDevice {
	/** Name in the claim; `gpu/large` for an alternative. */
	readonly request: string;
	readonly pool: string;
	readonly device: string;
	/** The device's name for the container runtime: `k8s.gpu.example.com/claim=<uid>-gpu-0`. */
	readonly id: string;
}

/** The kind of a driver's devices for the container runtime. */
export const cdiKind = (driver: string): string => `k8s.${driver}/claim`;

/** The variable that a simulated driver sets in containers with a device: `GPU_DEVICE_0=gpu-0`, as the driver of Kubernetes' examples does. */
export const variable = (device: string): string => {
	const [, base = device, index] = /^(.*?)-?(\d+)$/.exec(device) ?? [];
	const word = (base || 'device').toUpperCase().replaceAll(/[^A-Z\d]/g, '_');
	return `${word}_DEVICE${index === undefined ? '' : `_${index}`}=${device}`;
};

export const driverOf = (drivers: readonly SimulatedDeviceDriver[], name: string): SimulatedDeviceDriver | undefined =>
	drivers.find((driver) => driver.name === name);
