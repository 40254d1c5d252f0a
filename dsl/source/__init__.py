"""From bytes on disk to declarations cut apart."""
