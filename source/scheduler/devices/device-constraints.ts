import type {Device, DeviceAttribute, DeviceConstraint} from '../../objects/kubernetes.generated.js';

/** A request, with the names that constraints use for it. */
export interface NamedRequest {
	/** `gpu`, or `gpu/large` for an alternative. */
	readonly name: string;
	/** `gpu` for both. */
	readonly base: string;
}

/** The attribute of a device; a name without the driver's domain belongs to it. @mirrors structured lookupAttribute */
const attributeOf = (driver: string, {attributes}: Device, name: string): DeviceAttribute | undefined => {
	const [domain, id = ''] = name.split('/');
	const own = (key: string) => (attributes && Object.hasOwn(attributes, key) ? attributes[key] : undefined);
	return own(name) ?? (domain === driver ? own(id) : undefined);
};

/** An attribute's type and value, as they are compared. */
const textOf = ({int, bool, string, version}: DeviceAttribute): string | undefined => {
	if (int !== undefined) {
		return `int ${int}`;
	}

	if (bool !== undefined) {
		return `bool ${bool}`;
	}

	return string === undefined ? version && `version ${version}` : `string ${string}`;
};

/** A device that is chosen for a request. */
export interface ChosenDevice {
	readonly request: NamedRequest;
	readonly driver: string;
	readonly device: Device;
}

/**
Whether the devices chosen so far meet a constraint. If not, further devices do not help.

@mirrors structured matchAttributeConstraint, distinctAttributeConstraint
*/
export const satisfies = (
	{requests = [], matchAttribute, distinctAttribute}: DeviceConstraint,
	chosen: readonly ChosenDevice[],
): boolean => {
	const attribute = matchAttribute ?? distinctAttribute ?? '';
	const values: string[] = [];
	for (const {request, driver, device} of chosen) {
		if (requests.length > 0 && !requests.includes(request.name) && !requests.includes(request.base)) {
			continue;
		}

		const found = attributeOf(driver, device, attribute);
		const value = found && textOf(found);
		if (value === undefined) {
			return false;
		}

		values.push(value);
	}

	const different = new Set(values).size;
	return matchAttribute === undefined ? different === values.length : different <= 1;
};
