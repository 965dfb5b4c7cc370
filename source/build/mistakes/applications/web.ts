import type {Application} from './application.js';
import {frontThatWaits, podAndClient, policyForFront} from './web/callers.js';
import {ingressToTwoServices, autoscaledServer} from './web/governed.js';
import {
	nginxBehindService,
	httpdWithPage,
	nginxWithoutRoot,
	siteInNamespace,
	serverOnEveryNode,
} from './web/servers.js';

/** Servers, and routes to them. A plan's number selects by this order. */
export const web: readonly Application[] = [
	nginxBehindService,
	httpdWithPage,
	ingressToTwoServices,
	frontThatWaits,
	autoscaledServer,
	podAndClient,
	nginxWithoutRoot,
	siteInNamespace,
	serverOnEveryNode,
	policyForFront,
];
