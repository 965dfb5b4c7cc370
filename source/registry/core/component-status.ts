import {describeKind} from '../kind.js';

/** What is left of asking the apiserver how the other components are. */
export const componentStatus = describeKind('v1 ComponentStatus', {
	store: {deprecation: 'v1 ComponentStatus is deprecated in v1.19+'},
});
