import {counted} from '../../../stages/ru/words.js';
import type {english} from './english.js';
import type {Translation} from '../../../stages/translation.js';

/** The sentences about a packet's way, in Russian. */
export const russian: Translation<typeof english> = {
	outside: (name, ip, to) => `${name}, снаружи кластера, ${ip} → ${to}`,
	onNode: (node, ip, to) => `процесс на ${node}, ${ip} → ${to}`,
	ofNode: (name, node, ip, to) => `${name}, в сети узла ${node}, ${ip} → ${to}`,
	inPod: (name, ip, to, by) => `Pod ${name}, ${ip} → ${to}; наружу через ${by}`,
	resolved: (server, asked, name, addresses) =>
		`${server} отвечает ${asked === 1 ? 'сразу' : `с ${asked}-й попытки`}: ${name} — это ${addresses}`,
	unresolved: (server, asked, host) =>
		`для ${host} спрошено ${counted(asked, 'имя', 'имени', 'имён')}, ${server} не знает ни одного`,
	silent: (server) => `${server} не отвечает`,
	balancer: (ip, node) => `балансировщик ${ip} отправляет пакет на ${node}`,
	sourceRanges: (service, ip) => `в loadBalancerSourceRanges у ${service} нет ${ip}: отброшен`,
	noPort: 'это адрес cluster IP, но такого порта нет ни у одного Service: отклонён',
	closedNodePort: 'для этого порта узла нет правила, и его не слушает ни один процесс',
	noRule: (ip) => `для ${ip} нет правила: адрес назначения остаётся`,
	noLocalEndpoint: (service) => `у ${service} нет эндпоинтов на этом узле: отброшен`,
	noEndpoints: (service) => `у ${service} нет эндпоинтов: отклонён`,
	picks: (service, endpoint) => `${service}: случайно выбран ${endpoint}`,
	remembers: (service, client, endpoint) => `${service}: помнит ${client} и снова использует ${endpoint}`,
	noRulesYet: 'kube-proxy здесь ещё не писал правил',
	destination: (from, to) => `назначение ${from} → ${to}`,
	source: (from, to) => `источник ${from} → ${to}: адрес подменяется (masquerade)`,
	conntrack: (changes) => `${changes.join('; ')}; conntrack помнит и то и другое`,
	policyPasses: (direction, pod) => `${direction} у ${pod}: правило пропускает`,
	policyRefuses: (direction, pod, to) =>
		`${direction} у ${pod}: Pod изолирован, и ни одно правило не пропускает${to === undefined ? '' : ` к ${to}`}`,
	notEnforced: (says) => `${says}; но этот сетевой плагин не применяет NetworkPolicy`,
	route: {
		bridge: (ip) => `${ip} — из диапазона этого узла: в cni0`,
		overlay: (ip, device) => `${ip} — из диапазона другого узла: в ${device}`,
		none: (ip) => `к ${ip} нет маршрута: flannel ещё не узнал о его узле или забыл о нём`,
		default: (ip) => `${ip} — не из диапазона узлов: наружу по маршруту по умолчанию`,
	},
	noNeighbour: (ip) => `cni0 спрашивает, у кого ${ip}, и ответа нет: такого адреса больше нет ни у одного Pod`,
	to: (pod) => `к ${pod}`,
	eth0: (peer, pod) => `cni0 → ${peer} → eth0 у ${pod}`,
	overlay: (from, to) => `VXLAN 1 от ${from} к ${to}: там внутренний пакет вынимают и отдают в cni0`,
	closing: (container, port) => `${container} больше не принимает соединений на порту ${port}: в соединении отказано`,
	nobodyListens: (port) => `порт ${port} не слушает ни один процесс: в соединении отказано`,
	accepts: (container, pod, port) => `${container} в ${pod} слушает порт ${port} и принимает соединение`,
	backRewritten: (node, endpoint, address) =>
		`обратно тем же путём: conntrack на ${node} снова выдаёт ${endpoint} за ${address}`,
	back: 'обратно тем же путём; адреса не менялись',
	noIngress: (host) => `ни у одного Ingress нет правила для ${host}: 404`,
	noUpstream: (service) => `у контроллера нет адресов для ${service}: 503`,
	upstream: (endpoint) => `контроллер отправляет прямо на ${endpoint}, минуя Service`,
	/** The proxy of a mesh beside a container. */
	sidecar: {
		picks: (pod, service, endpoint) =>
			`из ${pod} через его прокси, который выбирает ${endpoint} из ${service}: правила kube-proxy не используются`,
		hasNone: (pod, service) => `прокси ${pod} не знает ни одного эндпоинта ${service}: 503`,
		takesIn: (pod) => `в ${pod} через его прокси, который отдаёт его контейнеру`,
	},
	arrives: 'доходит',
	answers: (pod) => `отвечает ${pod}`,
	lag: {
		kubeProxy: (node) => `kube-proxy на ${node}`,
		mesh: (pod) => `mesh, которая сообщает sidecar ${pod},`,
		ingress: 'контроллер ingress',
		notWithdrawn: (endpoint) => `в EndpointSlice ${endpoint} всё ещё ready: её контроллер ещё не узнал об удалении`,
		late: (who, endpoint, ago, step) => `опаздывает ${who}: EndpointSlice убрала ${endpoint} ${ago} назад, на #${step}`,
		noPods: 'задержки нет: в EndpointSlice нет ни одного Pod',
		noneReady: (pods) => `задержки нет: в EndpointSlice ${pods} Pod, и ни один не ready`,
		hasReady: (ago, step) => `опаздывает kube-proxy: в EndpointSlice есть Pod ready уже ${ago}, с #${step}`,
		rules: (node, address) => `опаздывает kube-proxy на ${node}, или ни у одного Service нет ${address}`,
		dns: (ago, step) => `опаздывает CoreDNS: Service создан ${ago} назад, на #${step}`,
	},
};
