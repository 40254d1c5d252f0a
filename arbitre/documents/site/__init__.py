"""The pages written out: as a folder, as a site."""
