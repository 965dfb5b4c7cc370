import {Client} from '../client/client.js';
import type {Credentials} from '../client/request.js';

/** The administrator's certificate, as kubeadm makes it. */
export const adminCertificate = {
	commonName: 'kubernetes-admin',
	organizations: ['kubeadm:cluster-admins', 'system:masters'],
};

/** The credentials of a component. @param organizations its groups */
export const certificate = (commonName: string, ...organizations: readonly string[]): Credentials => ({
	certificate: {commonName, organizations},
});

/** A client of the apiserver. */
export type Connect = (userAgent: string, credentials: Credentials) => Client;

/** A client of a program that runs in a Pod: it acts as its service account, with the token that the kubelet mounts. */
export type ConnectInCluster = (userAgent: string) => Client;
