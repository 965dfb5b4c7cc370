import {admissionDefaults} from '../admissionregistration/defaults.js';
import {podDefaults} from '../core/pod/defaults.js';
import {policyDefaults} from './policy.js';
import {serviceDefaults} from '../core/service/defaults.js';
import {storageDefaults} from '../storage/defaults.js';
import {workloadDefaults} from '../apps/defaults.js';

/** An object in the making: its own fields may be set, what is below them is shared and must be replaced. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Draft = Record<string, any>;

/** What a type sets in its own fields before the fields are completed themselves, so that parents come before children as upstream. */
export type TypeDefaults = Readonly<Record<string, (draft: Draft) => void>>;

/** By type: `core.v1.Container`. */
export const typeDefaults: TypeDefaults = {
	...podDefaults,
	...workloadDefaults,
	...serviceDefaults,
	...storageDefaults,
	...policyDefaults,
	...admissionDefaults,
};
