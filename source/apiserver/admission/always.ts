import {refuse, type AdmissionPlugin} from './plugin.js';

/** Lets everything pass. Deprecated since v1.13, as it does nothing. */
export const alwaysAdmit: AdmissionPlugin<'AlwaysAdmit'> = {
	name: 'AlwaysAdmit',
	concerns: ({operation}) => operation !== 'CONNECT',
	admit: ({object}) => ({object, found: {case: 'passed'}}),
};

/** Refuses everything. Deprecated since v1.13, as it is of no practical use. */
export const alwaysDeny: AdmissionPlugin<'AlwaysDeny'> = {
	name: 'AlwaysDeny',
	concerns: () => true,

	admit(attributes) {
		throw refuse(attributes, 'admission control is denying all modifications');
	},

	validate(attributes) {
		throw refuse(attributes, 'admission control is denying all modifications');
	},
};
