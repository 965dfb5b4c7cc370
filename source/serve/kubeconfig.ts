import {stringify} from 'yaml';
import type {Scenario} from '../scenario/scenario.js';
import type {CertificateAuthority} from './certificates.js';

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

/**
A kubeconfig for real clients: the administrator by client certificate, and a context for each user of the scenario, by token or certificate.

@see https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/
*/
export const kubeconfigText = (server: string, authority: CertificateAuthority, users: Scenario['users']): string => {
	const cluster = 'k8s-walkthrough';
	const administrator = {name: 'kubernetes-admin', groups: ['kubeadm:cluster-admins', 'system:masters']};
	const all: Scenario['users'] = [administrator, ...users.filter(({name}) => name !== administrator.name)];
	const contextOf = (name: string) => `${name}@${cluster}`;
	return stringify({
		apiVersion: 'v1',
		kind: 'Config',
		clusters: [{name: cluster, cluster: {server, 'certificate-authority-data': base64(authority.certificate)}}],
		users: all.map(({name, groups, token}) => {
			if (token !== undefined) {
				return {name, user: {token}};
			}

			const {certificate, key} = authority.client({commonName: name, organizations: groups});
			return {
				name,
				user: {'client-certificate-data': base64(certificate), 'client-key-data': base64(key)},
			};
		}),
		contexts: all.map(({name}) => ({name: contextOf(name), context: {cluster, user: name}})),
		'current-context': contextOf(administrator.name),
	});
};
