import {refuse, type AdmissionPlugin} from './plugin.js';

/** Lets everything pass. Deprecated since v1.13, as it does nothing. */
export const alwaysAdmit: AdmissionPlugin = {
	name: 'AlwaysAdmit',
	handles: ({operation}) => operation !== 'CONNECT',
	admit: ({object}) => ({object: object!, text: 'AlwaysAdmit lets everything pass.'}),
};

/** Refuses everything. Deprecated since v1.13, as nobody wants that. */
export const alwaysDeny: AdmissionPlugin = {
	name: 'AlwaysDeny',
	handles: () => true,

	admit(attributes) {
		throw refuse(attributes, 'admission control is denying all modifications');
	},

	validate(attributes) {
		throw refuse(attributes, 'admission control is denying all modifications');
	},
};
