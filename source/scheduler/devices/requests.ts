import type {
	DeviceClass,
	DeviceRequest,
	DeviceSelector,
	DeviceToleration,
	ResourceV1ResourceClaim,
} from '../../objects/kubernetes.generated.js';
import type {NamedRequest} from './device-constraints.js';

/** The devices of one request of a claim, or of one alternative of a request. */
export interface WantedDevices extends NamedRequest {
	readonly className: string;
	readonly selectors: readonly DeviceSelector[];
	readonly tolerations: readonly DeviceToleration[] | undefined;
	/** The number of devices; `all` for every match. */
	readonly count: number | 'all';
	/** Whether it is for monitoring devices that others may use. */
	readonly adminAccess: boolean | undefined;
}

interface Wanted {
	readonly deviceClassName: string;
	readonly selectors?: readonly DeviceSelector[];
	readonly tolerations?: readonly DeviceToleration[];
	readonly allocationMode?: 'All' | 'ExactCount';
	readonly count?: number;
	readonly adminAccess?: boolean;
}

const wanted = (
	base: string,
	name: string,
	{deviceClassName, selectors = [], tolerations, allocationMode, count = 1, adminAccess}: Wanted,
): WantedDevices => ({
	name,
	base,
	className: deviceClassName,
	selectors,
	tolerations,
	count: allocationMode === 'All' ? 'all' : count,
	adminAccess,
});

/** The devices that a request accepts, the best alternative first; more than one only for `firstAvailable`. */
export const alternatives = ({name, exactly, firstAvailable = []}: DeviceRequest): readonly WantedDevices[] =>
	exactly ? [wanted(name, name, exactly)] : firstAvailable.map((sub) => wanted(name, `${name}/${sub.name}`, sub));

/**
Checks a claim for a request with a missing class, which cannot be allocated.

@returns the scheduler's reason.
@mirrors dynamicresources.validateDeviceClass
*/
export const unknownClass = (
	{spec}: ResourceV1ResourceClaim,
	deviceClass: (name: string) => DeviceClass | undefined,
): string | undefined => {
	for (const request of spec.devices?.requests ?? []) {
		for (const {name, className} of alternatives(request)) {
			if (!deviceClass(className)) {
				return `request ${name}: device class ${className} does not exist`;
			}
		}
	}

	return undefined;
};
