//! One number for a whole graph: two graphs with the same facts and the same derived values have
//! the same.

use gametree::rng::mix;

use super::Graph;

/// Numbers, one after the other, into one.
struct Digest(u64);

impl Digest {
    fn add(&mut self, number: u64) {
        self.0 = mix(self.0 ^ number).wrapping_add(number.rotate_left(32));
    }

    fn text(&mut self, text: &str) {
        self.add(text.len() as u64);
        text.bytes().for_each(|byte| self.add(u64::from(byte)));
    }
}

impl Graph {
    /// The fingerprint. Times do not enter: the same results give the same number, whatever engine
    /// gave them when.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut digest = Digest(self.nodes.len() as u64);
        for source in &self.sources {
            digest.text(&source.name);
            digest.text(&source.options);
        }
        self.add_nodes(&mut digest);
        self.add_edges(&mut digest);
        for open in self.open() {
            [
                open.ticket,
                u64::from(open.node),
                open.scope as u64,
                open.nodes,
            ]
            .into_iter()
            .for_each(|n| digest.add(n));
        }
        [self.tickets, self.spent, self.evaluations]
            .into_iter()
            .for_each(|n| digest.add(n));
        digest.0
    }

    fn add_nodes(&self, digest: &mut Digest) {
        for (id, node) in self.nodes.iter().enumerate() {
            let values = [node.own_value, node.last_value, node.rest_value, node.value]
                .map(|value| value as u64);
            let key = [node.key as u64, (node.key >> 64) as u64];
            let effort = [node.own_nodes, node.rest_nodes, u64::from(node.rest_best)];
            digest.add(u64::from(node.lines));
            digest.add(node.whole_nodes);
            let small = u64::from(node.penalty) << 32
                | u64::from(node.flags) << 16
                | u64::from(node.source);
            key.into_iter()
                .chain(values)
                .chain(effort)
                .for_each(|n| digest.add(n));
            digest.add(small);
            digest.add(u64::from(node.effort));
            self.line(id as u32)
                .iter()
                .for_each(|&code| digest.add(u64::from(code)));
        }
    }

    fn add_edges(&self, digest: &mut Digest) {
        for edge in &self.edges {
            let ends = u64::from(edge.from) << 32 | u64::from(edge.to);
            let traits = [
                edge.traits.check,
                edge.traits.attack,
                edge.traits.march,
                edge.traits.exchange,
                edge.traits.promotion,
            ];
            let traits = traits.iter().fold(0, |all, &one| all << 8 | u64::from(one));
            let rest = u64::from(edge.removed) << 43
                | traits << 3
                | u64::from(edge.reported) << 2
                | u64::from(edge.by_user) << 1
                | u64::from(edge.excluded);
            let claim = [edge.claim as u64, edge.claim_nodes];
            [ends, u64::from(edge.code), claim[0], claim[1], rest]
                .into_iter()
                .for_each(|n| digest.add(n));
        }
    }
}
