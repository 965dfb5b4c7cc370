import type {Title} from '../../stage.js';
import type {networkStages} from '../../network.js';
import type {Translation} from '../../translation.js';

/** Stages of endpoints and of the components that use them, and of your faults, in Chinese. */
export const networkTitles: Translation<Readonly<Record<keyof typeof networkStages, Title>>> = {
	'endpoints.publish': {title: '端点', about: '公布一个 Service 的各个 Pod 的地址。'},
	'kube-proxy.sync': {title: 'kube-proxy', about: '每个节点按自己的节奏，根据 Service 和端点更新规则。'},
	'dns.serve': {title: 'DNS 就绪', about: 'CoreDNS 等到最初的 Service 和 EndpointSlice 列表，然后开始应答查询。'},
	'dns.update': {title: '集群 DNS', about: 'Service 的 DNS 名字跟随对象变化；解析器在 TTL 内缓存结果。'},
	'ingress.update': {title: 'Ingress 控制器', about: '集群入口处的代理得知它的上游。'},
	'external-dns.sync': {title: '外部 DNS', about: '一个控制器为写明主机名的 Service 在集群之外维护 DNS 记录。'},
	'mesh.push': {title: '服务网格', about: '网格的控制平面把端点推送给各个边车。'},
	traffic: {title: '流量', about: '客户端的请求沿着名字和规则到达 Pod，得到应答，或者丢失。'},
	fault: {title: '故障', about: '你制造或修复的故障。'},
};
