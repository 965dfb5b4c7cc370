import {controlPlaneAddress, networkOf} from '../objects/cluster-network.js';
import {controlPlane} from '../objects/control-plane.js';
import {joinHostPort} from '../objects/host-port.js';
import {certificateData} from '../objects/certificate.js';
import type {Scenario} from '../scenario/scenario.js';
import {adminCertificate} from './connect.js';

/** The first kubeconfig of a scenario's terminal, with its administrator and its users. */
export const kubeconfig = (scenario: Scenario): string => {
	const users = [
		`- name: kubernetes-admin\n  user:\n    client-certificate-data: ${certificateData(adminCertificate)}\n`,
		...scenario.users.map(({name, groups, token}) =>
			token === undefined
				? `- name: ${name}\n  user:\n    client-certificate-data: ${certificateData({commonName: name, organizations: groups})}\n`
				: `- name: ${name}\n  user:\n    token: ${token}\n`,
		),
	];
	const names = ['kubernetes-admin', ...scenario.users.map(({name}) => name)];
	const contexts = names.map(
		(name) => `- name: ${name}@kubernetes\n  context:\n    cluster: kubernetes\n    user: ${name}\n`,
	);
	return `apiVersion: v1
kind: Config
clusters:
- name: kubernetes
  cluster:
    server: https://${joinHostPort(controlPlaneAddress(networkOf(scenario)), controlPlane.apiserverPort)}
contexts:
${contexts.join('')}current-context: kubernetes-admin@kubernetes
users:
${users.join('')}`;
};
