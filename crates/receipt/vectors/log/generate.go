// Makes log.json: trees, proofs, keys, signed notes and cosignatures, computed by implementations that share nothing
// with this repository: golang.org/x/mod/sumdb/tlog and note, and Go's crypto/ed25519.
//
// Made with Debian 12's packages golang-1.19-go 1.19.8-2 and golang-golang-x-mod-dev 0.7.0-1:
//
//	GO111MODULE=off GOPATH=/usr/share/gocode /usr/lib/go-1.19/bin/go run generate.go > log.json
//
// x/mod knows no cosignatures. Their bytes are put together here as c2sp.org/tlog-cosignature says.
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type inclusion struct {
	Index, Size int64
	Hashes      []tlog.Hash
}

type consistency struct {
	Old, New int64
	Hashes   []tlog.Hash
}

type tree struct {
	Leaves      []string // hex
	Roots       []tlog.Hash
	Inclusion   []inclusion
	Consistency []consistency
}

type signed struct {
	Name, Seed, Secret, Key, Text, Note string
}

type cosigned struct {
	Name, Seed, Key, Note string
	Time                  uint64
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func treeOf(leaves [][]byte, all bool) tree {
	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		var out []tlog.Hash
		for _, i := range indexes {
			out = append(out, stored[i])
		}
		return out, nil
	})
	var t tree
	for i, leaf := range leaves {
		hashes, err := tlog.StoredHashes(int64(i), leaf, reader)
		must(err)
		stored = append(stored, hashes...)
		root, err := tlog.TreeHash(int64(i)+1, reader)
		must(err)
		t.Leaves = append(t.Leaves, hex.EncodeToString(leaf))
		t.Roots = append(t.Roots, root)
	}
	size := int64(len(leaves))
	for n := int64(1); n <= size; n++ {
		for i := int64(0); i < n; i++ {
			if !all && (n != size || i%16 != 5) {
				continue
			}
			proof, err := tlog.ProveRecord(n, i, reader)
			must(err)
			t.Inclusion = append(t.Inclusion, inclusion{i, n, append([]tlog.Hash{}, proof...)})
		}
		for m := int64(1); m <= n; m++ {
			if !all && (n != size || m%16 != 5) {
				continue
			}
			proof, err := tlog.ProveTree(n, m, reader)
			must(err)
			t.Consistency = append(t.Consistency, consistency{m, n, append([]tlog.Hash{}, proof...)})
		}
	}
	return t
}

func sign(name string, fill byte, text string) signed {
	seed := bytes.Repeat([]byte{fill}, 32)
	secret, key, err := note.GenerateKey(bytes.NewReader(append(seed, seed...)), name)
	must(err)
	signer, err := note.NewSigner(secret)
	must(err)
	message, err := note.Sign(&note.Note{Text: text}, signer)
	must(err)
	verifier, err := note.NewVerifier(key)
	must(err)
	_, err = note.Open(message, note.VerifierList(verifier))
	must(err)
	return signed{name, hex.EncodeToString(seed), secret, key, text, string(message)}
}

func cosign(name string, fill byte, time uint64, under signed) cosigned {
	seed := bytes.Repeat([]byte{fill}, 32)
	private := ed25519.NewKeyFromSeed(seed)
	public := append([]byte{4}, private.Public().(ed25519.PublicKey)...)
	id := sha256.Sum256(append([]byte(name+"\n"), public...))
	message := fmt.Sprintf("cosignature/v1\ntime %d\n%s", time, under.Text)
	line := append([]byte{}, id[:4]...)
	line = binary.BigEndian.AppendUint64(line, time)
	line = append(line, ed25519.Sign(private, []byte(message))...)
	return cosigned{
		Name: name, Seed: hex.EncodeToString(seed), Time: time,
		Key:  fmt.Sprintf("%s+%x+%s", name, id[:4], base64.StdEncoding.EncodeToString(public)),
		Note: under.Note + "— " + name + " " + base64.StdEncoding.EncodeToString(line) + "\n",
	}
}

func main() {
	// The leaves by which Certificate Transparency's own implementations are tested.
	var ct [][]byte
	for _, leaf := range []string{
		"", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
	} {
		data, err := hex.DecodeString(leaf)
		must(err)
		ct = append(ct, data)
	}
	var many [][]byte
	for i := 0; i < 200; i++ {
		many = append(many, []byte(fmt.Sprintf("leaf %d", i)))
	}
	trees := []tree{treeOf(ct, true), treeOf(many, false)}
	checkpoint := fmt.Sprintf("nepenthe.example/store-1\n%d\n%s\n", len(many), trees[1].Roots[len(many)-1])
	signatures := []signed{
		sign("example.com/log", 1, "A statement.\n"),
		sign("PeterNeumann", 2, "If you think cryptography is the answer to your problem,\n"+
			"then you don't know what your problem is.\n"),
		sign("ключ.example", 3, "Zwei Zeilen: äöü\n\nund eine leere dazwischen.\n"),
		sign("nepenthe.example/store-1", 4, checkpoint),
	}
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", " ")
	must(out.Encode(map[string]any{
		"trees": trees,
		"notes": signatures,
		"cosignatures": []cosigned{
			cosign("witness.example/w1", 0x41, 1795278001, signatures[3]),
			cosign("witness.example/w2", 0x42, 0, signatures[3]),
		},
	}))
}
