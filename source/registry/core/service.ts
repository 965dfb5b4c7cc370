import {serviceDefaults} from './service/defaults.js';
import {serviceQuota} from './service/quota.js';
import {serviceTable} from './service/columns.js';
import {serviceWarnings} from './service/warnings.js';
import {prepareService} from './service/prepare.js';
import {checkServiceCreate, checkServiceUpdate} from './service/validation.js';
import {describeKind} from '../kind.js';

/** @see https://kubernetes.io/docs/concepts/services-networking/service/ */
export const service = describeKind('v1 Service', {
	validate: {create: checkServiceCreate, update: checkServiceUpdate},
	prepare: {
		update(object, old, subresource) {
			if (subresource === '') {
				prepareService(object, old);
			}
		},
	},
	warnings: serviceWarnings,
	store: {
		returnsDeleted: true,
		createOnUpdate: true,
		afterCreate: {hooks: ['beginCreate'], decorators: ['defaultOnRead']},
	},
	table: serviceTable,
	fields: {'spec.clusterIP': ({spec}) => spec?.clusterIP, 'spec.type': ({spec}) => spec?.type},
	quota: serviceQuota,
	defaults: [serviceDefaults],
	statusEndpoint: {completesAll: true},
});
