import {deviceMatches, deviceSelector} from '../../cel/kubernetes/device-environment.js';
import {CelError} from '../../cel/value.js';
import type {
	Device,
	DeviceClass,
	DeviceSelector,
	ResourceSlice,
	ResourceV1ResourceClaim,
} from '../../objects/kubernetes.generated.js';
import {deviceId} from '../../objects/resource-claims.js';
import {toleratesTaints} from './device-taints.js';
import {alternatives, type WantedDevices} from './requests.js';

/** The reason why a device does not serve a request of a claim, if there is one. */
export type DeviceVerdict = {
	/** `driver/pool/device`. */
	readonly device: string;
	/** `gpu`, or `gpu/large` for an alternative. */
	readonly request: string;
} & (
	| {readonly case: 'fits'}
	/** The device is not of the request's class. */
	| {readonly case: 'class'; readonly className: string}
	| {readonly case: 'selector'; readonly expression: string}
	| {readonly case: 'taint'; readonly taint: string}
	/** Another claim has the device: `namespace/name`. */
	| {readonly case: 'taken'; readonly by: string}
);

const firstUnmet = (
	selectors: readonly DeviceSelector[] | undefined,
	driver: string,
	device: Device,
): string | undefined =>
	(selectors ?? []).map(({cel}) => cel?.expression ?? '').find((expression) => !isMet(expression, driver, device));

const isMet = (expression: string, driver: string, device: Device): boolean => {
	const compiled = deviceSelector(expression);
	try {
		return 'program' in compiled && deviceMatches(compiled.program, {...device, driver});
	} catch (error) {
		if (error instanceof CelError) {
			return false;
		}

		throw error;
	}
};

/**
Why each device of the cluster serves a claim, or does not: for explanations. The scheduler itself stops at the first suitable ones.

@param claims all claims of the cluster.
*/
export const deviceVerdicts = (
	claim: ResourceV1ResourceClaim,
	slices: readonly ResourceSlice[],
	classes: readonly DeviceClass[],
	claims: readonly ResourceV1ResourceClaim[],
): readonly DeviceVerdict[] => {
	const owners = new Map(
		claims.flatMap(({metadata: {namespace, name}, status}) =>
			(status?.allocation?.devices?.results ?? []).map((result) => [deviceId(result), `${namespace}/${name}`] as const),
		),
	);
	const verdict = ({className, selectors, tolerations}: WantedDevices, driver: string, device: Device, id: string) => {
		const deviceClass = classes.find(({metadata}) => metadata.name === className);
		if (!deviceClass || firstUnmet(deviceClass.spec.selectors, driver, device) !== undefined) {
			return {case: 'class', className} as const;
		}

		const expression = firstUnmet(selectors, driver, device);
		if (expression !== undefined) {
			return {case: 'selector', expression} as const;
		}

		const [taint] = device.taints ?? [];
		if (taint && !toleratesTaints(device, tolerations)) {
			return {case: 'taint', taint: `${taint.key}${taint.value ? `=${taint.value}` : ''}:${taint.effect}`} as const;
		}

		const by = owners.get(id);
		return by === undefined ? ({case: 'fits'} as const) : ({case: 'taken', by} as const);
	};

	return (claim.spec.devices?.requests ?? []).flatMap((request) =>
		alternatives(request).flatMap((wanted) =>
			slices.flatMap(({spec: {driver, pool, devices = []}}) =>
				devices.map((device) => {
					const id = deviceId({driver, pool: pool.name, device: device.name});
					return {device: id, request: wanted.name, ...verdict(wanted, driver, device, id)};
				}),
			),
		),
	);
};
